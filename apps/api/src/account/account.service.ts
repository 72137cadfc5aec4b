import { Inject, Injectable } from '@nestjs/common';
import { quotasWith } from '@gable/domain';
import { ApiKeyStore, QuotaStore } from '@gable/persistence/accounts';
import { Database } from '@gable/persistence';
import { AuditStore } from '@gable/persistence/operation';
import { UsageStore } from '@gable/persistence/usage';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import type { Caller } from '../access/caller.js';
import type { Page, PageRange } from '../http/collection.js';
import { notFound } from '../http/problem.js';
import { UsageMeter } from '../usage/usage-meter.js';
import { accountResponse, type AccountResponse } from './account-response.js';
import { auditEntryResponse, type AuditEntryResponse } from './audit-response.js';
import { rangeOf, type UsageQuery } from './usage-query.js';
import { usageResponse, type UsageResponse } from './usage-response.js';

/** What an account may know of itself. */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyStore,
    private readonly usage: UsageStore,
    private readonly audit: AuditStore,
    @Inject(UsageMeter) private readonly meter: UsageMeter | undefined,
    @Inject(CONFIG) private readonly config: Pick<Config, 'accountQuotas' | 'rateLimitPerMinute'>,
  ) {}

  async account(caller: Caller): Promise<AccountResponse> {
    const { accountId } = caller;
    const quotas = new QuotaStore(this.database, quotasWith(this.config.accountQuotas));
    return accountResponse(
      caller,
      await this.keys.list(accountId),
      await quotas.read(accountId),
      this.config.rateLimitPerMinute,
      await this.database.now(),
    );
  }

  async auditLog({ accountId }: Caller, range: PageRange): Promise<Page<AuditEntryResponse>> {
    const { items, ...count } = await this.audit.ofAccount(accountId, range);
    return { items: items.map(auditEntryResponse), ...count };
  }

  async apiUsage({ accountId }: Caller, query: UsageQuery): Promise<UsageResponse> {
    await this.meter?.flush(); // what this process answered so far is in the report
    const now = await this.database.now();
    const range = rangeOf(query, now);
    const asked = query.apiKeyId?.toLowerCase();
    const keys = (await this.keys.list(accountId)).filter(
      ({ apiKeyUuid }) => asked === undefined || apiKeyUuid === asked,
    );
    if (keys.length === 0) throw notFound();
    const usage = await this.usage.read({
      apiKeyUuids: keys.map(({ apiKeyUuid }) => apiKeyUuid),
      from: range.from,
      to: range.to,
      granularity: query.granularity,
    });
    return usageResponse(usage, keys, range, query.granularity, now);
  }
}
