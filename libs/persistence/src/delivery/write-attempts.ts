import { nextAttempt, type Settlement } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import { intArray, uuidArray } from '../database/array-literals.js';
import { newId } from '../database/new-id.js';
import type { DeliveryResult, SettledResult } from './delivery-rows.js';
import { newAttempt, queueAttempts } from './queue-attempts.js';
import { PUT_BACK, REMOVE_DELIVERIES } from './statements/claim-deliveries.js';
import { WRITE_NEXT_MAILS, WRITE_OUTCOMES } from './statements/finish-deliveries.js';

/**
 * Writes the outcome of each attempt, and what becomes of its delivery: the next attempt, the same one again, or
 * nothing more.
 */
export async function writeAttempts(
  transaction: Transaction,
  settled: readonly SettledResult[],
  mailGatherMs: number,
): Promise<void> {
  await writeStatuses(transaction, settled);
  await queueNext(transaction, settled);
  const back = settled.filter(isPutBack);
  if (back.length > 0)
    await transaction.query(PUT_BACK, [
      back.map(({ result }) => result.delivery.id),
      back.map(({ result }) => untilOf(result)),
    ]);
  const over = settled.filter((each) => isOver(each)).map(({ result }) => result.delivery.id);
  if (over.length > 0) await transaction.query(REMOVE_DELIVERIES, [uuidArray(over, (id) => id)]);
  await writeNextMails(transaction, settled, mailGatherMs);
}

async function writeStatuses(transaction: Transaction, settled: readonly SettledResult[]): Promise<void> {
  // A write of the alert may have skipped it while it was under way: then only a success is news.
  const ended = settled.filter(
    ({ result, status, settlement }) =>
      (status === 'PENDING' || settlement?.kind === 'DELIVERED') && statusOf(result, settlement) !== null,
  );
  if (ended.length > 0) {
    const verdicts = ended.map(({ result: { outcome } }) =>
      outcome.kind === 'tried'
        ? outcome.verdict
        : { responseStatus: null, message: outcome.kind === 'skip' ? outcome.message : null },
    );
    await transaction.query(WRITE_OUTCOMES, [
      uuidArray(ended, ({ result }) => result.delivery.accountId),
      uuidArray(ended, ({ result }) => result.delivery.notificationId),
      ended.map(({ result, settlement }) => statusOf(result, settlement)),
      intArray(ended, ({ result }) => result.endedAt.getTime()),
      verdicts.map(({ responseStatus }) => responseStatus),
      verdicts.map(({ message }) => message),
    ]);
  }
}

async function queueNext(transaction: Transaction, settled: readonly SettledResult[]): Promise<void> {
  const attempts = settled.flatMap(({ result: { delivery, endedAt }, status, settlement }) =>
    status === 'PENDING' && settlement?.kind === 'AGAIN'
      ? [
          newAttempt(
            newId(endedAt),
            { deliveryId: delivery.id, eventId: delivery.eventId },
            delivery,
            nextAttempt(delivery, settlement.nextAt),
            endedAt.getTime(),
          ),
        ]
      : [],
  );
  const written = await queueAttempts(transaction, attempts);
  if (written !== attempts.length)
    throw new Error(
      `${attempts.length - written} next attempts stand there already, though nobody else may write them.`,
    );
}

function statusOf({ outcome }: DeliveryResult, settlement: Settlement | null): string | null {
  if (outcome.kind === 'skip') return 'SKIPPED';
  if (settlement === null || settlement.kind === 'PUT_BACK') return null;
  return settlement.kind === 'DELIVERED' ? 'DELIVERED' : 'FAILED';
}

const isPutBack = ({ result, status, settlement }: SettledResult): boolean =>
  status === 'PENDING' && (result.outcome.kind === 'put-back' || settlement?.kind === 'PUT_BACK');
const untilOf = ({ outcome, endedAt }: DeliveryResult): Date => (outcome.kind === 'put-back' ? outcome.until : endedAt);

function isOver(each: SettledResult): boolean {
  return !isPutBack(each) && !(each.status === 'PENDING' && each.settlement?.kind === 'AGAIN');
}

async function writeNextMails(
  transaction: Transaction,
  settled: readonly SettledResult[],
  gatherMs: number,
): Promise<void> {
  const tried = settled.filter(
    ({ result }) =>
      result.delivery.channel === 'EMAIL' && result.delivery.eventId !== null && result.outcome.kind === 'tried',
  );
  if (tried.length === 0) return;
  await transaction.query(WRITE_NEXT_MAILS, [
    tried.map(({ result }) => result.delivery.alertId),
    tried.map(({ result }) => new Date(result.endedAt.getTime() + gatherMs)),
  ]);
}
