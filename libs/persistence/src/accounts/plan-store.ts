import { QUOTA_KINDS, type QuotaKind } from '@gable/domain';
import type { Database } from '../database/database.js';
import { AccountEntity } from './account.entity.js';
import {
  DELETE_PLAN,
  ENSURE_PLAN,
  LOCK_PLAN,
  REMOVE_PLAN_QUOTA,
  SELECT_PLANS,
  SET_PLAN_QUOTA,
  SET_PLAN_RATE,
} from './statements/plans.js';

/** What a plan says; null: as the setting does. */
export interface PlanLimits {
  /** Of each key; 0: any number. */
  readonly requestsPerMinute: number | null;
  readonly quotas: Readonly<Record<QuotaKind, number | null>>;
}

/** Limits that accounts share. */
export interface Plan extends PlanLimits {
  readonly name: string;
  readonly accounts: number;
}

/** What is to change of a plan; what is not said stays. */
export interface PlanChange {
  readonly requestsPerMinute?: number | null;
  readonly quotas?: Readonly<Partial<Record<QuotaKind, number | null>>>;
}

/** Plans of the operator, and which account has which. */
export class PlanStore {
  constructor(private readonly database: Database) {}

  /** By name. */
  async list(): Promise<Plan[]> {
    const rows = await this.database.query<Omit<Plan, 'quotas'> & { quotas: Partial<Plan['quotas']> }>(SELECT_PLANS);
    return rows.map((row) => ({
      ...row,
      quotas: Object.fromEntries(QUOTA_KINDS.map((kind) => [kind, row.quotas[kind] ?? null])) as Plan['quotas'],
    }));
  }

  async find(name: string): Promise<Plan | null> {
    return (await this.list()).find((plan) => plan.name === name) ?? null;
  }

  /** Changes a plan, made if there is none of that name. Keys feel it within ten seconds, quotas at once. */
  async set(name: string, { requestsPerMinute, quotas = {} }: PlanChange, now: Date): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query(ENSURE_PLAN, [name, now]);
      if (requestsPerMinute !== undefined) await transaction.query(SET_PLAN_RATE, [name, requestsPerMinute]);
      for (const [kind, maximum] of Object.entries(quotas))
        await (maximum === null
          ? transaction.query(REMOVE_PLAN_QUOTA, [name, kind])
          : transaction.query(SET_PLAN_QUOTA, [name, kind, maximum]));
    });
  }

  /** False where there is no such plan, or an account has it. */
  async delete(name: string): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_PLAN, [name]);
      return (await transaction.query(DELETE_PLAN, [name])).length > 0;
    });
  }

  /** What was said of an account here. */
  async assigned(accountId: string): Promise<{ plan: string | null; requestsPerMinute: number | null }> {
    const { plan, requestsPerMinute } = await this.database.manager.findOneByOrFail(AccountEntity, { id: accountId });
    return { plan, requestsPerMinute };
  }

  /** Gives an account a plan, which there is, or none; or says what each of its keys may make in a minute. */
  async assign(
    accountId: string,
    change: { readonly plan?: string | null; readonly requestsPerMinute?: number | null },
  ): Promise<void> {
    if (Object.keys(change).length > 0) await this.database.manager.update(AccountEntity, { id: accountId }, change);
  }
}
