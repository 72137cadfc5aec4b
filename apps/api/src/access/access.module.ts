import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import type { Database } from '@gable/persistence';
import { ApiKeyStore, RateWindowStore } from '@gable/persistence/accounts';
import { CONFIG, LOG, SECRETS } from '@gable/platform';
import type { Config, Logger, SecretRings } from '@gable/runtime';
import { ACCESS_DATABASE } from '../databases/databases.module.js';
import { AccessGuard } from './access-guard.js';
import { ApiKeys } from './api-keys.js';
import { CallerAddress } from './caller-address.js';
import { DeclaredAccess } from './declared-access.js';
import { KeyBeforeBody } from './key-before-body.js';
import { KeyLookUps } from './key-look-ups.js';
import { PublicLimit } from './public-limit.js';
import { RateLimit } from './rate-limit.js';
import { SlowRefusals } from './slow-refusals.js';
import type { RedisWindows } from './windows/redis-windows.js';
import { SharedWindows, type WindowListener } from './windows/shared-windows.js';

/** Where the operator has requests counted, other than in PostgreSQL; undefined where nowhere. */
const REDIS_WINDOWS = 'gable:redis-windows';

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
      provide: REDIS_WINDOWS,
      inject: [CONFIG],
      // Its client is an eighth of all files that a process reads when it starts.
      useFactory: async ({ rateLimitRedisUrl: url }: Config) =>
        url === undefined ? undefined : new (await import('./windows/redis-windows.js')).RedisWindows(url),
    },
    {
      provide: RateLimit,
      inject: [CONFIG, ACCESS_DATABASE, REDIS_WINDOWS, LOG],
      useFactory: ({ rateLimitPerMinute }: Config, database: Database, redis: RedisWindows | undefined, log: Logger) =>
        new RateLimit(rateLimitPerMinute, new SharedWindows(redis ?? new RateWindowStore(database), windowLog(log))),
    },
    DeclaredAccess,
    AccessGuard,
    KeyBeforeBody,
    { provide: APP_GUARD, useExisting: AccessGuard },
  ],
  exports: [AccessGuard, CallerAddress, DeclaredAccess],
})
export class AccessModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS_WINDOWS) private readonly redis: RedisWindows | undefined) {}

  onApplicationShutdown(): void {
    this.redis?.close();
  }
}

function windowLog(log: Logger): WindowListener {
  return {
    away: (err) => log.warn({ err }, 'requests are counted by this process alone: nobody counts them for all'),
    back: () => log.info('requests are counted for all processes again'),
  };
}
