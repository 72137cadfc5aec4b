import { IsNull } from 'typeorm';
import type { Database } from '../database/database.js';
import { AccountEntity } from './account.entity.js';
import { newId } from '../database/new-id.js';
import { INSERT_ACCOUNT, SELECT_ACCOUNTS } from './statements/accounts.js';

export interface Account {
  id: string;
  name: string;
}

/** An account as the operator's list shows it. */
export interface ListedAccount extends Account {
  readonly createdAt: Date;
  /** Set while none of its keys is admitted. */
  readonly blockedAt: Date | null;
  /** What it has of everything that is counted. */
  readonly keys: number;
  readonly alerts: number;
}

/** Customers by name. */
export class AccountStore {
  constructor(private readonly database: Database) {}

  /** The account of that name, made if there is none. */
  async ensure(name: string, now: Date): Promise<Account> {
    const accounts = this.database.manager.getRepository(AccountEntity);
    await accounts
      .createQueryBuilder()
      .insert()
      .values({ id: newId(now), name, blockedAt: null, erasedAt: null, createdAt: now })
      .orIgnore()
      .execute();
    const { id } = await accounts.findOneByOrFail({ name });
    return { id, name };
  }

  /** Null where there is an account of that name. */
  async create(name: string, now: Date): Promise<Account | null> {
    const [made] = await this.database.query<Account>(INSERT_ACCOUNT, [newId(now), name, now]);
    return made ?? null;
  }

  /** By name. */
  list(): Promise<ListedAccount[]> {
    return this.database.query<ListedAccount>(SELECT_ACCOUNTS);
  }

  /** Keeps all of its keys out from now on; one that is blocked keeps its date. */
  async block(id: string, now: Date): Promise<void> {
    await this.database.manager.update(AccountEntity, { id, blockedAt: IsNull() }, { blockedAt: now });
  }

  async unblock(id: string): Promise<void> {
    await this.database.manager.update(AccountEntity, { id }, { blockedAt: null });
  }

  async find(name: string): Promise<Account | null> {
    const account = await this.database.manager.findOneBy(AccountEntity, { name, erasedAt: IsNull() });
    return account && { id: account.id, name: account.name };
  }
}
