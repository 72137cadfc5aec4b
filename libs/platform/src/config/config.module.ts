import { Module, type DynamicModule } from '@nestjs/common';
import { openSecrets, Sealer, type Config, type SecretRings } from '@gable/runtime';

/** Injects the settings of the process: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('Config');
/** Injects the secrets of the installation: `@Inject(SECRETS) secrets: SecretRings`. */
export const SECRETS = Symbol('Secrets');

/** The settings, the secrets and the `Sealer` made of them, for every module. */
@Module({})
export class ConfigModule {
  /** Opens the secrets of the settings; those of the home are made at the first start. */
  static forRoot(config: Config, secrets: SecretRings = openSecrets(config)): DynamicModule {
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
