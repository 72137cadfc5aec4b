import type { Database } from '@gable/persistence';
import { AccountStore, type Account } from '@gable/persistence/accounts';
import { refusal } from '../../terminal/outcome.js';

/** The account of that name. Fails where there is none. */
export async function findAccount(database: Database, name: string): Promise<Account> {
  const account = await new AccountStore(database).find(name);
  if (account === null)
    throw refusal('UNKNOWN_ACCOUNT', `There is no account named ${name}; gable accounts list shows all.`);
  return account;
}
