import { IsNull } from 'typeorm';
import type { Database } from '../database/database.js';
import { AccountEntity } from './account.entity.js';
import { newId } from '../database/new-id.js';
import { LOCK_PAUSE } from '../delivery/statements/delivery-pause.js';
import { RELEASE_ACCOUNT } from '../delivery/statements/write-endpoints.js';
import {
  BLOCK_ACCOUNT,
  COUNT_UNDER_WAY_OF,
  INSERT_ACCOUNT,
  SELECT_ACCOUNTS,
  UNBLOCK_ACCOUNT,
} from './statements/accounts.js';

/** A customer. Names are unique. */
export interface Account {
  id: string;
  name: string;
}

/** An account as the operator's list shows it. */
export interface ListedAccount extends Account {
  readonly createdAt: Date;
  /** Set while none of its keys is admitted and nothing is sent for it. */
  readonly blockedAt: Date | null;
  readonly plan: string | null;
  /** Of each of its keys, where this account says so; 0: any number, null: as its plan says. */
  readonly requestsPerMinute: number | null;
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

  /**
   * Keeps all of its keys out and all that waits for its receivers back. Once it is answered, no worker takes a
   * delivery of it any more; one that is blocked keeps its date.
   */
  async block(id: string, now: Date): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_PAUSE);
      await transaction.query(BLOCK_ACCOUNT, [id, now]);
    });
  }

  /** Lets its keys in again; what was held back goes out. */
  async unblock(id: string, now: Date): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_PAUSE); // a claim that still sees the block has put its queues to rest by then
      await transaction.query(UNBLOCK_ACCOUNT, [id]);
      await transaction.query(RELEASE_ACCOUNT, [id, now]);
    });
  }

  /** Deliveries of it that were taken before it was blocked and have not ended; at most as long as a lease lasts. */
  async countUnderWay(id: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(COUNT_UNDER_WAY_OF, [id]);
    return row!.count;
  }

  async find(name: string): Promise<Account | null> {
    const account = await this.database.manager.findOneBy(AccountEntity, { name, erasedAt: IsNull() });
    return account && { id: account.id, name: account.name };
  }
}
