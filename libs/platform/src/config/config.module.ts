import { Module, type DynamicModule } from '@nestjs/common';
import { readSecrets, Sealer, type Config, type Secrets } from '@gable/runtime';

/** Injects the settings of the process: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('Config');
/** Injects the secrets of the installation: `@Inject(SECRETS) secrets: Secrets`. */
export const SECRETS = Symbol('Secrets');

/** The settings, the secrets and the `Sealer` made of them, for every module. */
@Module({})
export class ConfigModule {
  /** Reads the secrets of the home, and makes them at the first start. */
  static forRoot(config: Config, secrets: Secrets = readSecrets(config.home)): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: SECRETS, useValue: secrets },
        { provide: Sealer, useFactory: () => new Sealer(secrets.signingKeyEncryptionKey) },
      ],
      exports: [CONFIG, SECRETS, Sealer],
    };
  }
}
