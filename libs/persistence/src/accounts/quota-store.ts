import { effectiveLimit, QUOTA_KINDS, type LimitSource, type QuotaKind, type Quotas } from '@gable/domain';
import type { Database, Queryable } from '../database/database.js';
import { SELECT_QUOTAS, SET_MAXIMUM } from './statements/quotas.js';

/** What an account has of a kind and may have. */
export interface AccountQuota {
  readonly used: number;
  readonly limit: number;
  /** Who said the limit. */
  readonly source: LimitSource;
  /** Whether the limit is that of all accounts. */
  readonly isDefault: boolean;
}

/** Quotas of accounts, for the operator and for the account itself. */
export class QuotaStore {
  constructor(
    private readonly database: Database,
    private readonly defaults: Quotas,
  ) {}

  async read(accountId: string): Promise<Readonly<Record<QuotaKind, AccountQuota>>> {
    return readQuotas(this.database, accountId, this.defaults);
  }

  /** What the account has beyond a lower limit stays. `limit` null: as its plan says, or the setting. */
  async set(accountId: string, kind: QuotaKind, limit: number | null): Promise<void> {
    await this.database.query(SET_MAXIMUM, [accountId, kind, limit]);
  }
}

/** What an account has and may have of everything that is counted. */
export async function readQuotas(
  queryable: Queryable,
  accountId: string,
  defaults: Quotas,
): Promise<Readonly<Record<QuotaKind, AccountQuota>>> {
  const rows = await queryable.query<{
    kind: QuotaKind;
    used: number;
    ofAccount: number | null;
    ofPlan: number | null;
  }>(SELECT_QUOTAS, [accountId, QUOTA_KINDS]);
  const quotas = rows.map(({ kind, used, ofAccount, ofPlan }): [QuotaKind, AccountQuota] => {
    const { limit, source } = effectiveLimit({ account: ofAccount, plan: ofPlan }, defaults[kind]);
    return [kind, { used, limit, source, isDefault: source === 'setting' }];
  });
  return Object.fromEntries(quotas) as Record<QuotaKind, AccountQuota>;
}
