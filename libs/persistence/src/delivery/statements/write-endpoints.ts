import { prepared } from '../../database/prepared.js';
import { IS_OF_BLOCKED, IS_UNCONFIRMED } from '../statement-fragments.js';

/**
 * Endpoints after a run or after results; `keeps_wake` leaves alone when each is looked at next. $1 to $12 the columns
 * of `new`
 */
export const UPDATE_ENDPOINTS = prepared(`
  update delivery_endpoint endpoint set failures = new.failures, failing_since = new.failing_since,
    opened_at = new.opened_at, failed_probes = new.failed_probes, probe_at = new.probe_at,
    switched_off_at = new.switched_off_at, switched_off_reason = new.reason, answers_well = new.answers_well,
    wake_at = case when new.keeps_wake then endpoint.wake_at else new.wake_at end,
    wake_from = case when new.keeps_wake then endpoint.wake_from else new.wake_from end
  from unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::timestamptz[],
    $7::timestamptz[], $8::text[], $9::boolean[], $10::boolean[], $11::timestamptz[], $12::timestamptz[])
    as new(id, failures, failing_since, opened_at, failed_probes, probe_at,
      switched_off_at, reason, answers_well, keeps_wake, wake_at, wake_from)
  where endpoint.id = new.id`);

/** Mails that were taken: when their addresses may get the next one. $1 endpoints, locked, $2 the times */
export const COUNT_MAILS = `
  update delivery_endpoint endpoint set next_mail_at = counted.next_mail_at
  from unnest($1::bigint[], $2::timestamptz[]) as counted(id, next_mail_at) where endpoint.id = counted.id`;

/**
 * Mails that were counted and did not go. $1 endpoints, locked, $2 by how many milliseconds the next one of each comes
 * forward
 */
export const RETURN_MAILS = `
  update delivery_endpoint endpoint set next_mail_at = next_mail_at - returned.ms * interval '1 millisecond'
  from (
    select id, sum(ms)::float8 as ms from unnest($1::bigint[], $2::bigint[]) as of_each(id, ms) group by id
  ) returned
  where endpoint.id = returned.id`;

/** What alerts show of a destination whose endpoint was given up. $1 endpoints */
export const SHOW_SWITCHED_OFF = `
  update event_destination
  set switched_off_at = endpoint.switched_off_at, switched_off_reason = endpoint.switched_off_reason
  from delivery_endpoint endpoint
  where endpoint.id = any($1::bigint[]) and event_destination.endpoint_id = endpoint.id
    and event_destination.switched_off_at is distinct from endpoint.switched_off_at`;

/**
 * An endpoint that was switched off is tried again; its breaker as given. $1 endpoint, $2 failures, $3 failing since,
 * $4 opened, $5 failed probes, $6 the probe
 */
export const REOPEN_ENDPOINT = `
  with reopened as (
    update delivery_endpoint set switched_off_at = null, switched_off_reason = null, failures = $2, failing_since = $3,
      opened_at = $4, failed_probes = $5, probe_at = $6
    where id = $1 and switched_off_at is not null returning id
  )
  update event_destination set switched_off_at = null, switched_off_reason = null
  from reopened where event_destination.endpoint_id = reopened.id`;

/**
 * Queues that wait for something other than their time. $1 endpoints, $2 what each waits for, $3 the earliest time in
 * each
 */
export const BLOCK_QUEUES = `
  update delivery_endpoint endpoint set waits_for = blocked.waits_for, wake_at = null, wake_from = blocked.earliest
  from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as blocked(id, waits_for, earliest)
  where endpoint.id = blocked.id`;

/** Has the queues looked at that need not wait any more. $1 now */
export const RELEASE_QUEUES = `
  update delivery_endpoint endpoint set waits_for = null, wake_at = $1
  where waits_for is not null and case waits_for when 'ACCOUNT' then not ${IS_OF_BLOCKED}
    when 'MAIL_SERVER' then true else not (${IS_UNCONFIRMED}) end`;

/** Has the queues of an account looked at that was blocked. $1 account, $2 now */
export const RELEASE_ACCOUNT = `
  update delivery_endpoint set waits_for = null, wake_at = $2 where account_id = $1 and waits_for = 'ACCOUNT'`;
