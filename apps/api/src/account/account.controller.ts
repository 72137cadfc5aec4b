import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { Collection, PageQuery, rangeOf, type Page } from '../http/collection.js';
import { ApiCollectionResponse, ApiKeyed } from '../openapi/decorators.js';
import { AuditEntryResponse } from './audit-response.js';
import { ACCOUNT_EXAMPLE, USAGE_EXAMPLE } from './account-examples.js';
import { AccountResponse } from './account-response.js';
import { AccountService } from './account.service.js';
import { UsageQuery } from './usage-query.js';
import { UsageResponse } from './usage-response.js';
import { ReadQuery } from '../http/read-query.js';

@Controller('account')
@Admitted('records')
@ApiKeyed('Account')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('account:read')
  @ApiOperation({ operationId: 'readAccount', summary: 'Read your account and its limits' })
  @ApiOkResponse({
    type: AccountResponse,
    description: 'The account to which the key belongs.',
    example: ACCOUNT_EXAMPLE,
  })
  read(@Caller() caller: Caller): Promise<AccountResponse> {
    return this.account.account(caller);
  }

  @Get('api-usage')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('account:read')
  @ApiOperation({
    operationId: 'readApiUsage',
    summary: 'Read the usage of your keys',
    description: [
      'Responses with 2xx of the property and analytics routes are billable. They are counted here within ' +
        'a second.',
      'startDate is included, endDate is not. Usage older than two hours is stored by the hour; an hour ' +
        'belongs to a range if it begins within it.',
    ].join('\n\n'),
  })
  @ApiOkResponse({ type: UsageResponse, description: 'Usage of the account.', example: USAGE_EXAMPLE })
  apiUsage(@Caller() caller: Caller, @ReadQuery() query: UsageQuery): Promise<UsageResponse> {
    return this.account.apiUsage(caller, query);
  }

  @Get('audit-log')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('account:read')
  @Collection()
  @ApiOperation({
    operationId: 'listAuditLog',
    summary: 'List the changes of your account',
    description:
      'Newest first: changes of alerts by your keys, and changes of keys and of the account by the ' +
      'operator of the service.',
  })
  @ApiCollectionResponse(AuditEntryResponse, 'Changes of the account, the newest 10,000 of them.', '10,000')
  auditLog(@Caller() caller: Caller, @ReadQuery() query: PageQuery): Promise<Page<AuditEntryResponse>> {
    return this.account.auditLog(caller, rangeOf(query));
  }
}
