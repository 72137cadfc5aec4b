import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import type { Database } from '@gable/persistence';
import { ApiKeyStore } from '@gable/persistence/accounts';
import { CONFIG, SECRETS } from '@gable/platform';
import type { Config, SecretRings } from '@gable/runtime';
import { ACCESS_DATABASE } from '../databases/databases.module.js';
import { AccessGuard } from './access-guard.js';
import { ApiKeys } from './api-keys.js';
import { CallerAddress } from './caller-address.js';
import { DeclaredAccess } from './declared-access.js';
import { KeyLookUps } from './key-look-ups.js';
import { PublicLimit } from './public-limit.js';
import { RateLimit } from './rate-limit.js';
import { SlowRefusals } from './slow-refusals.js';

/** Addresses, keys, rate limits and roles, before every route. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    {
      provide: CallerAddress,
      inject: [CONFIG],
      useFactory: ({ trustedProxies }: Config) => new CallerAddress(trustedProxies),
    },
    {
      provide: PublicLimit,
      inject: [CONFIG, CallerAddress],
      useFactory: ({ publicRequestsPerMinute }: Config, addresses: CallerAddress) =>
        new PublicLimit(publicRequestsPerMinute, addresses),
    },
    {
      provide: SlowRefusals,
      inject: [CONFIG, CallerAddress],
      useFactory: ({ publicRequestsPerMinute }: Config, addresses: CallerAddress) =>
        new SlowRefusals(publicRequestsPerMinute, addresses),
    },
    {
      provide: ApiKeys,
      inject: [ACCESS_DATABASE, SECRETS, CONFIG],
      useFactory: (database: Database, { keyPepper }: SecretRings, { operatorAccounts }: Config) => {
        const store = new ApiKeyStore(database);
        return new ApiKeys(new KeyLookUps(store), keyPepper, store, Date.now, operatorAccounts);
      },
    },
    {
      provide: RateLimit,
      inject: [CONFIG],
      useFactory: ({ rateLimitPerMinute }: Config) => new RateLimit(rateLimitPerMinute),
    },
    DeclaredAccess,
    AccessGuard,
    { provide: APP_GUARD, useExisting: AccessGuard },
  ],
  exports: [AccessGuard, CallerAddress, DeclaredAccess],
})
export class AccessModule {}
