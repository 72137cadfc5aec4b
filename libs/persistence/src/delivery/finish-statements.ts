/** Endpoints of results. $1 ids; in their order, as everybody locks several of them. */
export const readEndpoints = (columns: string, forUpdate: boolean): string =>
  `select ${columns} from delivery_endpoint endpoint where endpoint.id = any($1::bigint[]) order by endpoint.id ${forUpdate ? 'for update' : ''}`;

/** Deliveries and their attempts, locked. What somebody else is writing this moment is not waited for: it comes with the next results. $1 ids */
export const LOCK_ATTEMPTS = `
  select delivery.id, delivery.owner, delivery.attempt_number as "attemptNumber", attempt.status
  from delivery join event_notification attempt on attempt.account_id = delivery.account_id and attempt.id = delivery.notification_id
  where delivery.id = any($1::uuid[]) order by delivery.id for update skip locked`;

/** The same without locks: tells what is held by another transaction from what is no longer ours. $1 ids */
export const READ_LEASES =
  'select id, owner, attempt_number as "attemptNumber" from delivery where id = any($1::uuid[])';

/** Outcomes of attempts. $1 accounts, $2 attempts, $3 statuses, $4 ends, $5 answers, $6 sentences */
export const WRITE_OUTCOMES = `
  update event_notification attempt set status = ended.status, response_status = ended.response_status, last_error_message = ended.message, updated_at = ended.at,
    delivered_at = case when ended.status = 'DELIVERED' then ended.at end
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::text[]) as ended(account_id, id, status, at, response_status, message)
  where attempt.account_id = ended.account_id and attempt.id = ended.id`;

/** The attempts that follow; the trigger moves each delivery to its next one. $1 new ids, $2 accounts, $3 attempts that failed, $4 their times, $5 now */
export const INSERT_NEXT_ATTEMPTS = `
  insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at,
    created_at, updated_at)
  select next.id, failed.account_id, failed.alert_id, failed.event_id, failed.delivery_id, failed.attempt_number + 1, failed.channel, failed.destination_id,
    failed.destination_address, 'PENDING', next.at, next.ended_at, next.ended_at
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[]) as next(id, account_id, failed_id, at, ended_at)
  join event_notification failed on failed.account_id = next.account_id and failed.id = next.failed_id`;

/** Mails that were tried: when their alerts may send another. $1 alerts, $2 the times */
export const WRITE_RHYTHMS = `
  insert into alert_mail as rhythm (alert_id, next_mail_at)
  select alert_id, max(at) from unnest($1::uuid[], $2::timestamptz[]) as tried(alert_id, at) group by alert_id order by alert_id
  on conflict (alert_id) do update set next_mail_at = greatest(rhythm.next_mail_at, excluded.next_mail_at)`;

/** Endpoints that have something to send now. $1 endpoints, $2 now */
export const KNOCK = 'insert into delivery_knock (endpoint_id, at) select unnest($1::bigint[]), $2';
