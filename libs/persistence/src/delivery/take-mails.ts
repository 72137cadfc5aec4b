import { NO_MAIL_YET, mailLookAgainAt, mailTaken, mayTakeMail } from '@gable/domain/delivery';
import type { Transaction } from '../database/database.js';
import type { ClaimedDelivery } from './delivery-rows.js';
import { BEGIN_RHYTHMS, CLOSE_MAILS, LOCK_RHYTHMS, WRITE_RHYTHMS } from './statements/take-mails.js';

/** A claimed first attempt of a gathered mail. */
export type GatheredMail = Pick<ClaimedDelivery, 'id' | 'accountId' | 'alertId' | 'notificationId'>;

/** One that may not go yet. */
export interface MailThatWaits {
  readonly id: string;
  readonly until: Date;
}

/**
 * Closes gathered mails whose time has come: from here on no event joins them. Answers those that have to wait. A mail
 * that events are joining this moment is not waited for, or one slow step of matching would hold up every delivery.
 */
export async function takeMails(
  transaction: Transaction,
  mails: readonly GatheredMail[],
  gatherMs: number,
  now: Date,
): Promise<MailThatWaits[]> {
  if (mails.length === 0) return [];
  const alertIds = [...new Set(mails.map(({ alertId }) => alertId))].sort();
  await transaction.query(BEGIN_RHYTHMS, [alertIds]);
  const rhythms = await transaction.query<RhythmRow>(LOCK_RHYTHMS, [alertIds]);
  const byAlert = new Map(
    rhythms.map((row) => [row.alert_id, { nextMailAt: row.next_mail_at.getTime(), openDelivery: row.open_delivery }]),
  );
  const openDue = new Map(rhythms.map((row) => [row.alert_id, row.open_due_at?.getTime() ?? null]));
  const waits: MailThatWaits[] = [];
  const closing: GatheredMail[] = [];
  for (const mail of mails) {
    const rhythm = byAlert.get(mail.alertId) ?? NO_MAIL_YET;
    if (!mayTakeMail(rhythm, mail.id, now.getTime()))
      waits.push({
        id: mail.id,
        until: new Date(mailLookAgainAt(rhythm, openDue.get(mail.alertId) ?? null, now.getTime())),
      });
    else {
      closing.push(mail);
      byAlert.set(mail.alertId, mailTaken(mail.id, now.getTime(), gatherMs));
    }
  }
  const closed = new Set(
    (
      await transaction.query<{ id: string }>(CLOSE_MAILS, [
        closing.map(({ accountId }) => accountId),
        closing.map(({ notificationId }) => notificationId),
        now,
      ])
    ).map(({ id }) => id),
  );
  const taken = closing.filter(({ notificationId }) => closed.has(notificationId));
  await transaction.query(WRITE_RHYTHMS, [
    taken.map(({ alertId }) => alertId),
    taken.map(({ id }) => id),
    new Date(now.getTime() + gatherMs),
  ]);
  const joined = closing.filter(({ notificationId }) => !closed.has(notificationId));
  return [...waits, ...joined.map(({ id }) => ({ id, until: new Date(now.getTime() + JOINING_PAUSE_MS) }))];
}

const JOINING_PAUSE_MS = 100;

interface RhythmRow {
  alert_id: string;
  next_mail_at: Date;
  open_delivery: string | null;
  open_due_at: Date | null;
}
