import { AccountStore } from '@gable/persistence/accounts';
import type { Installation } from '../../installation.js';

/** The id of the account of this name, which is made where there is none. */
export async function accountOf({ database }: Installation, name: string): Promise<string> {
  const { id } = await new AccountStore(database).ensure(name, await database.now());
  return id;
}
