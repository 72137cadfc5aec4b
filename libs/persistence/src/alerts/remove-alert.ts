import { giveRoomBack } from '../accounts/room.js';
import type { Transaction } from '../database/database.js';
import { orderSkip } from '../delivery/order-skip.js';
import { KEEP_CRITERIA, REMOVE_ALERT } from './statements/alerts.js';

/** Removes an alert as `AlertStore.remove` says, in the transaction given. False where the account has none such. */
export async function removeAlert(
  transaction: Transaction,
  accountId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const removed = await transaction.query(REMOVE_ALERT, [accountId, id, now]);
  if (removed.length === 0) return false;
  await transaction.query(KEEP_CRITERIA, [accountId, id]);
  await orderSkip(transaction, id, { reason: 'ALERT_DELETED' }, now);
  await giveRoomBack(transaction, accountId, 'alerts');
  return true;
}
