import { Module } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { ApiKeyStore } from '@gable/persistence/accounts';
import { Database } from '@gable/persistence';
import type { Secrets } from '@gable/runtime';
import { RATE_LIMIT_PER_MINUTE, SECRETS } from '../parts.js';
import { AccessGuard } from './access-guard.js';
import { ApiKeys } from './api-keys.js';
import { RateLimit } from './rate-limit.js';

@Module({
  providers: [
    {
      provide: APP_GUARD,
      inject: [Database, SECRETS, RATE_LIMIT_PER_MINUTE, Reflector],
      useFactory: (database: Database, { keyPepper }: Secrets, perMinute: number, reflector: Reflector) =>
        new AccessGuard(new ApiKeys(new ApiKeyStore(database), keyPepper), new RateLimit(perMinute), reflector),
    },
  ],
})
export class AccessModule {}
