import { Module } from '@nestjs/common';
import { ApiKeyStore } from '@gable/persistence/accounts';
import { Database } from '@gable/persistence';
import { UsageStore } from '@gable/persistence/usage';
import { RATE_LIMIT_PER_MINUTE } from '../parts.js';
import { UsageMeter } from '../usage/usage-meter.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';

@Module({
  controllers: [AccountController],
  providers: [
    {
      provide: AccountService,
      inject: [Database, UsageMeter, RATE_LIMIT_PER_MINUTE],
      useFactory: (database: Database, meter: UsageMeter | undefined, requestsPerMinute: number) =>
        new AccountService(database, new ApiKeyStore(database), new UsageStore(database), meter, requestsPerMinute),
    },
  ],
})
export class AccountModule {}
