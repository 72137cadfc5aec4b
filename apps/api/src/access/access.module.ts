import { Module } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { ApiKeyStore, Database } from '@gable/persistence';
import type { Secrets } from '@gable/runtime';
import { SECRETS } from '../parts.js';
import { AccessGuard } from './access-guard.js';
import { ApiKeys } from './api-keys.js';

@Module({
  providers: [{
    provide: APP_GUARD,
    inject: [Database, SECRETS, Reflector],
    useFactory: (database: Database, { keyPepper }: Secrets, reflector: Reflector) => new AccessGuard(new ApiKeys(new ApiKeyStore(database), keyPepper), reflector),
  }],
})
export class AccessModule {}
