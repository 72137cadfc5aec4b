/** Alerts that never sent a mail. $1 alerts */
export const BEGIN_RHYTHMS = `
  insert into alert_mail (alert_id, next_mail_at) select unnest($1::uuid[]), to_timestamp(0) on conflict do nothing`;

/**
 * When each alert may send its next mail, and the mail that it has under way. One that was taken and then skipped by a
 * write of the alert has ended, though its place in the queue is still there. $1 alerts
 */
export const LOCK_RHYTHMS = `
  select rhythm.alert_id, rhythm.next_mail_at, open.id as open_delivery, open.due_at as open_due_at
  from alert_mail rhythm
  left join lateral (
    select delivery.id, delivery.due_at from delivery join event_notification attempt
      on attempt.account_id = delivery.account_id and attempt.id = delivery.notification_id
    where delivery.id = rhythm.delivery_id and attempt.status = 'PENDING'
  ) open on true
  where rhythm.alert_id = any($1::uuid[]) order by rhythm.alert_id for update of rhythm`;

/** Closes mails: no event joins them from here on. $1 accounts, $2 attempts, $3 now */
export const CLOSE_MAILS = `
  with free as (
    select mail.account_id, mail.id from unnest($1::uuid[], $2::uuid[]) as asked(account_id, id)
    join event_notification mail on mail.account_id = asked.account_id and mail.id = asked.id
    where mail.status = 'PENDING' for update of mail skip locked
  )
  update event_notification mail set taken_at = $3
  from free where mail.account_id = free.account_id and mail.id = free.id returning mail.id`;

/** $1 alerts, $2 the mail that each has under way, $3 when it may send another */
export const WRITE_RHYTHMS = `
  update alert_mail set next_mail_at = $3, delivery_id = taken.delivery_id
  from unnest($1::uuid[], $2::uuid[]) as taken(alert_id, delivery_id)
  where alert_mail.alert_id = taken.alert_id`;
