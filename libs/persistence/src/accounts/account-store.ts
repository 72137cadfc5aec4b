import type { Database } from '../database/database.js';
import { AccountEntity } from './account.entity.js';
import { newId } from '../database/new-id.js';

export interface Account {
  id: string;
  name: string;
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
      .values({ id: newId(now), name, blockedAt: null, createdAt: now })
      .orIgnore()
      .execute();
    const { id } = await accounts.findOneByOrFail({ name });
    return { id, name };
  }

  async find(name: string): Promise<Account | null> {
    const account = await this.database.manager.findOneBy(AccountEntity, { name });
    return account && { id: account.id, name: account.name };
  }
}
