import { Controller, Get, Query } from '@nestjs/common';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import type { AccountAnswer } from './account-answer.js';
import { DocumentAccount, DocumentApiUsage } from './account.openapi.js';
import { AccountService } from './account.service.js';
import { UsageQuery } from './usage-query.js';
import type { UsageReport } from './usage-report.js';

@Controller('account')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentAccount()
  read(@Caller() caller: Caller): Promise<AccountAnswer> {
    return this.account.account(caller);
  }

  @Get('api-usage')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentApiUsage()
  apiUsage(@Caller() caller: Caller, @Query() query: UsageQuery): Promise<UsageReport> {
    return this.account.apiUsage(caller, query);
  }
}
