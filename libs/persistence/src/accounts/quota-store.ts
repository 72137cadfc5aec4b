import { QUOTA_KINDS, type QuotaKind, type Quotas } from '@gable/domain';
import type { Database } from '../database/database.js';
import { SELECT_QUOTAS, SET_MAXIMUM } from './statements/quotas.js';

/** What an account has of a kind and may have. */
export interface AccountQuota {
  readonly used: number;
  readonly limit: number;
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
    const rows = await this.database.query<{ kind: QuotaKind; used: number; maximum: number | null }>(SELECT_QUOTAS, [
      accountId,
    ]);
    const quotas = QUOTA_KINDS.map((kind): [QuotaKind, AccountQuota] => {
      const { used = 0, maximum = null } = rows.find((row) => row.kind === kind) ?? {};
      return [kind, { used, limit: maximum ?? this.defaults[kind], isDefault: maximum === null }];
    });
    return Object.fromEntries(quotas) as Record<QuotaKind, AccountQuota>;
  }

  /** What the account has beyond a lower limit stays. `limit` null: as for all accounts. */
  async set(accountId: string, kind: QuotaKind, limit: number | null): Promise<void> {
    await this.database.query(SET_MAXIMUM, [accountId, kind, limit]);
  }
}
