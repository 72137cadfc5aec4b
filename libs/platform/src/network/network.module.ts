import { Global, Module } from '@nestjs/common';
import { hostResolver, type Config } from '@gable/runtime';
import { CONFIG } from '../config/config.module.js';

/** Injects the question to the name servers: `@Inject(RESOLVE_HOST) resolve: ResolveHost`. */
export const RESOLVE_HOST = Symbol('ResolveHost');

/** Finds out where the name of a host leads, for every module. */
@Global()
@Module({
  providers: [
    {
      provide: RESOLVE_HOST,
      inject: [CONFIG],
      useFactory: ({ destinationAllowedNetworks }: Config) => hostResolver(destinationAllowedNetworks),
    },
  ],
  exports: [RESOLVE_HOST],
})
export class NetworkModule {}
