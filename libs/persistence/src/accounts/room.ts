import { QuotaExceeded, type QuotaKind, type Quotas } from '@gable/domain';
import type { Queryable, Transaction } from '../database/database.js';
import { readQuotas } from './quota-store.js';
import { GIVE_ROOM_BACK, TAKE_ROOM } from './statements/quotas.js';

/**
 * Counts one more for an account, exactly: of two at once one waits for the other. The last statement of its
 * transaction, so that nothing is waited for while others wait for it. @throws QuotaExceeded
 */
export async function takeRoom(
  transaction: Transaction,
  accountId: string,
  kind: QuotaKind,
  quotas: Quotas,
): Promise<void> {
  const taken = await transaction.query(TAKE_ROOM, [accountId, kind, quotas[kind]]);
  if (taken.length > 0) return;
  throw new QuotaExceeded(kind, (await readQuotas(transaction, accountId, quotas))[kind].limit);
}

/** Counts one less of what an account gave up, in the transaction that removes it and last of all. */
export async function giveRoomBack(queryable: Queryable, accountId: string, kind: QuotaKind): Promise<void> {
  await queryable.query(GIVE_ROOM_BACK, [accountId, kind]);
}
