import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { ApiKeyStore } from '@gable/persistence/accounts';
import { CONFIG, provideStores, SECRETS } from '@gable/platform';
import type { Config, Secrets } from '@gable/runtime';
import { AccessGuard } from './access-guard.js';
import { ApiKeys } from './api-keys.js';
import { DeclaredAccess } from './declared-access.js';
import { RateLimit } from './rate-limit.js';

/** Keys, rate limits and roles, before every route. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    ...provideStores(ApiKeyStore),
    {
      provide: ApiKeys,
      inject: [ApiKeyStore, SECRETS],
      useFactory: (store: ApiKeyStore, { keyPepper }: Secrets) => new ApiKeys(store, keyPepper),
    },
    {
      provide: RateLimit,
      inject: [CONFIG],
      useFactory: ({ rateLimitPerMinute }: Config) => new RateLimit(rateLimitPerMinute),
    },
    DeclaredAccess,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
export class AccessModule {}
