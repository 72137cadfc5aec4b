import { mailsCounted, mailsReturnedMs } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import type { ClaimedDelivery, SettledResult } from './delivery-rows.js';
import { date, millis } from './epoch-millis.js';
import type { ClaimedRun } from './plan-runs.js';
import { COUNT_MAILS, RETURN_MAILS } from './statements/write-endpoints.js';

/**
 * Counts the mails of a claim at their addresses, whose endpoints it has locked, and answers when each may get the next
 * one. An attempt counts once it is taken: whoever takes it may be killed after it was sent.
 */
export async function countMails(
  transaction: Transaction,
  runs: readonly ClaimedRun[],
  deliveries: readonly ClaimedDelivery[],
  { addressMailsPerDay: perDay }: { readonly addressMailsPerDay: number },
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const next = new Map<number, number>();
  if (perDay === 0) return next;
  const mails = runs.filter(({ row }) => row.channel === 'EMAIL');
  if (mails.length === 0) return next;
  const counted: number[] = [];
  for (const { row } of mails) {
    const count = deliveries.filter(({ endpointId }) => endpointId === row.id).length;
    const before = millis(row.next_mail_at);
    const after = count === 0 ? before : mailsCounted(before, count, perDay, now.getTime());
    if (after !== null) next.set(row.id, after);
    if (count > 0) counted.push(row.id);
  }
  if (counted.length > 0) await transaction.query(COUNT_MAILS, [counted, counted.map((id) => date(next.get(id)!))]);
  return next;
}

/** Takes back what was counted for mails that did not go; their endpoints are locked. */
export async function returnMails(
  transaction: Transaction,
  settled: readonly SettledResult[],
  { addressMailsPerDay }: { readonly addressMailsPerDay: number },
): Promise<void> {
  if (addressMailsPerDay === 0) return;
  const ids = settled.filter(({ result }) => isUnsentMail(result)).map(({ result }) => result.delivery.endpointId);
  if (ids.length === 0) return;
  await transaction.query(RETURN_MAILS, [ids, ids.map(() => mailsReturnedMs(1, addressMailsPerDay))]);
}

/** A mail that was taken, and skipped or put back before it was tried. */
export const isUnsentMail = ({ delivery, outcome }: SettledResult['result']): boolean =>
  delivery.channel === 'EMAIL' && outcome.kind !== 'tried';
