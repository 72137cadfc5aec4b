import { NO_MAIL_YET, mailLookAgainAt, mailTaken, mayTakeMail } from '@gable/domain/delivery';
import type { Transaction } from '../database.js';
import type { ClaimedDelivery } from './delivery-rows.js';

/** A claimed first attempt of a gathered mail that may not go yet. */
export interface MailThatWaits {
  readonly id: string;
  readonly until: Date;
}

/**
 * Closes gathered mails whose time has come: from here on no event joins them. Answers those that have to wait. A mail that events are joining this moment
 * is not waited for, or one slow step of matching would hold up every delivery.
 */
export async function takeMails(
  transaction: Transaction,
  mails: readonly ClaimedDelivery[],
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
  const closing: ClaimedDelivery[] = [];
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

const BEGIN_RHYTHMS = `insert into alert_mail (alert_id, next_mail_at) select unnest($1::uuid[]), to_timestamp(0) on conflict do nothing`;

// A mail that was taken and then skipped by a write of its alert has ended, though its place in the queue is still there.
const LOCK_RHYTHMS = `
  select rhythm.alert_id, rhythm.next_mail_at, open.id as open_delivery, open.due_at as open_due_at
  from alert_mail rhythm
  left join lateral (
    select delivery.id, delivery.due_at from delivery join event_notification attempt on attempt.account_id = delivery.account_id and attempt.id = delivery.notification_id
    where delivery.id = rhythm.delivery_id and attempt.status = 'PENDING'
  ) open on true
  where rhythm.alert_id = any($1::uuid[]) order by rhythm.alert_id for update of rhythm`;

const CLOSE_MAILS = `
  with free as (
    select mail.account_id, mail.id from unnest($1::uuid[], $2::uuid[]) as asked(account_id, id)
    join event_notification mail on mail.account_id = asked.account_id and mail.id = asked.id
    where mail.status = 'PENDING' for update of mail skip locked
  )
  update event_notification mail set taken_at = $3 from free where mail.account_id = free.account_id and mail.id = free.id returning mail.id`;

const WRITE_RHYTHMS = `
  update alert_mail set next_mail_at = $3, delivery_id = taken.delivery_id from unnest($1::uuid[], $2::uuid[]) as taken(alert_id, delivery_id)
  where alert_mail.alert_id = taken.alert_id`;
