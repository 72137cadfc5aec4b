import { Module } from '@nestjs/common';
import { ApiKeyStore } from '@gable/persistence/accounts';
import { AuditStore } from '@gable/persistence/operation';
import { provideStores } from '@gable/platform';
import { UsageModule } from '../usage/usage.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';

@Module({
  imports: [UsageModule],
  controllers: [AccountController],
  providers: [...provideStores(ApiKeyStore, AuditStore), AccountService],
})
export class AccountModule {}
