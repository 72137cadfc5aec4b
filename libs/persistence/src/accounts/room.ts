import { QuotaExceeded, type QuotaKind, type Quotas } from '@gable/domain';
import type { Queryable, Transaction } from '../database/database.js';
import { GIVE_ROOM_BACK, SELECT_QUOTAS, TAKE_ROOM } from './statements/quotas.js';

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
  const rows = await transaction.query<{ kind: QuotaKind; maximum: number | null }>(SELECT_QUOTAS, [accountId]);
  const own = rows.find((row) => row.kind === kind)?.maximum;
  throw new QuotaExceeded(kind, own ?? quotas[kind]);
}

/** Counts one less of what an account gave up, in the transaction that removes it and last of all. */
export async function giveRoomBack(queryable: Queryable, accountId: string, kind: QuotaKind): Promise<void> {
  await queryable.query(GIVE_ROOM_BACK, [accountId, kind]);
}
