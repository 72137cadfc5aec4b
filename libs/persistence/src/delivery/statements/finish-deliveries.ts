import { prepared } from '../../database/prepared.js';
import { ENDPOINT_COLUMNS } from '../statement-fragments.js';

/** Endpoints of results. $1 ids */
export const READ_ENDPOINTS = prepared(
  `select ${ENDPOINT_COLUMNS} from delivery_endpoint endpoint where id = any($1::bigint[])`,
);

/** The same, locked, in the order of their ids, as everybody locks several of them. $1 ids */
export const LOCK_ENDPOINTS = `${READ_ENDPOINTS} order by endpoint.id for update`;

/**
 * Deliveries and their attempts, locked. What somebody else is writing this moment is not waited for: it comes with the
 * next results. $1 ids
 */
export const LOCK_ATTEMPTS = prepared(`
  select delivery.id, delivery.owner, delivery.attempt_number as "attemptNumber",
    (extract(epoch from delivery.leased_until) * 1000)::bigint as "leasedUntil", attempt.status
  from delivery join event_notification attempt
    on attempt.account_id = delivery.account_id and attempt.id = delivery.notification_id
  where delivery.id = any($1::uuid[]) order by delivery.id for update skip locked`);

/** The same without locks: what is still ours is locked by another transaction. $1 ids */
export const READ_LEASES = `
  select id, owner, attempt_number as "attemptNumber", leased_until as "leasedUntil"
  from delivery where id = any($1::uuid[])`;

/**
 * Outcomes of attempts. $1 accounts, $2 attempts, $3 statuses, $4 ends in milliseconds since 1970, $5 answers, $6
 * sentences
 */
export const WRITE_OUTCOMES = prepared(`
  update event_notification attempt set status = ended.status, response_status = ended.response_status,
    last_error_message = ended.message, updated_at = to_timestamp(ended.at / 1000.0),
    delivered_at = case when ended.status = 'DELIVERED' then to_timestamp(ended.at / 1000.0) end
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::int[], $6::text[])
    as ended(account_id, id, status, at, response_status, message)
  where attempt.account_id = ended.account_id and attempt.id = ended.id`);

/** Mails that were tried: when their alerts may send another. $1 alerts, $2 the times */
export const WRITE_NEXT_MAILS = `
  insert into alert_mail as rhythm (alert_id, next_mail_at)
  select alert_id, max(at) from unnest($1::uuid[], $2::timestamptz[]) as tried(alert_id, at)
  group by alert_id order by alert_id
  on conflict (alert_id) do update set next_mail_at = greatest(rhythm.next_mail_at, excluded.next_mail_at)`;

/** Wakes endpoints that have something to send now. $1 endpoints, $2 now */
export const WAKE_ENDPOINTS = 'insert into delivery_wakeup (endpoint_id, at) select unnest($1::bigint[]), $2';
