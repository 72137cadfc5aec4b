import { IS_UNCONFIRMED } from '../statement-fragments.js';

/** $1 whether addresses have to confirm */
export const REQUIRE = 'update mail_policy set confirmation_required = $1 where confirmation_required <> $1';

/** One claim at a time. */
export const LOCK_CLAIMS = `select pg_advisory_xact_lock(hashtext('mail_confirmation'))`;

/** Endpoints whose addresses have to confirm, with how often each was asked. $1 endpoints */
export const READ_REQUESTS = `
  select endpoint.id as "endpointId", asked.mails, asked.again_at as "againAt"
  from delivery_endpoint endpoint left join mail_confirmation asked on asked.endpoint_id = endpoint.id
  where endpoint.id = any($1::bigint[]) and ${IS_UNCONFIRMED} order by endpoint.id`;

/**
 * Asks addresses to confirm, each in the spelling that was named first. Whoever asked in between comes first, and this
 * changes nothing. $1 endpoints, $2 the mails' ids, $3 mails so far, this one included, $4 until when it is not asked
 * again, $5 now
 */
export const ASK_TO_CONFIRM = `
  insert into mail_confirmation as asked
    (endpoint_id, account_id, address, first_asked_at, asked_at, mail_id, mails, again_at, due_at)
  select request.endpoint_id, named.account_id, named.address, $5, $5, request.mail_id, request.mails,
    request.again_at, $5
  from unnest($1::bigint[], $2::uuid[], $3::int[], $4::timestamptz[]) as request(endpoint_id, mail_id, mails, again_at)
  cross join lateral (
    select account_id, address from event_destination
    where endpoint_id = request.endpoint_id order by created_at, id limit 1
  ) named
  order by request.endpoint_id
  on conflict (endpoint_id) do update set asked_at = excluded.asked_at, mail_id = excluded.mail_id,
    mails = excluded.mails, again_at = excluded.again_at, due_at = excluded.due_at, attempts = 0, sent_at = null
  where asked.mails = excluded.mails - 1`;

/**
 * Confirmation mails that are due. Each comes with two counts of the last day: other mails to its address, and from its
 * account. An address is asked only while it is unconfirmed and an alert that may still mail names it.
 * $1 now, $2 a day before, $3 the oldest mail whose link still works, $4 at most, $5 attempts of one mail
 */
export const CLAIMABLE = `
  select due.endpoint_id, due.account_id, account.name as account_name, due.address, due.mail_id, due.asked_at,
    due.attempts,
    ${IS_UNCONFIRMED} and endpoint.switched_off_at is null and due.asked_at > $3 and due.attempts < $5 and exists (
      select from event_destination destination join alert on alert.destination_id = destination.id
      where destination.endpoint_id = due.endpoint_id and alert.deleted_at is null and not exists (
        select from mail_subscription stopped
        where stopped.alert_id = alert.id and stopped.address = lower(destination.address)
          and stopped.unsubscribed_at is not null)
    ) as is_wanted,
    (select count(*) from mail_confirmation other
     where lower(other.address) = lower(due.address) and other.tried_at > $2
       and other.endpoint_id <> due.endpoint_id) as to_address,
    (select count(*) from mail_confirmation other
     where other.account_id = due.account_id and other.tried_at > $2
       and other.endpoint_id <> due.endpoint_id) as of_account
  from mail_confirmation due
  join delivery_endpoint endpoint on endpoint.id = due.endpoint_id
  join account on account.id = due.account_id
  where due.due_at <= $1 and account.blocked_at is null
  order by due.due_at, due.endpoint_id limit $4 for update of due skip locked`;

/** $1 endpoints, $2 now, $3 the end of the lease */
export const WRITE_CLAIMED = `
  update mail_confirmation set attempts = attempts + 1, tried_at = $2, due_at = $3
  where endpoint_id = any($1::bigint[])`;

/** $1 endpoints, $2 when to look again; null drops */
export const POSTPONE = `
  update mail_confirmation asked set due_at = later.at
  from unnest($1::bigint[], $2::timestamptz[]) as later(endpoint_id, at)
  where asked.endpoint_id = later.endpoint_id`;

/**
 * How an attempt of a mail ended; one that is given up may be asked for again at once. $1 endpoint, $2 the mail, $3 the
 * next attempt, $4 when it was sent, $5 now
 */
export const WRITE_RESULT = `
  update mail_confirmation set due_at = $3, sent_at = coalesce($4, sent_at),
    again_at = case when $3::timestamptz is null and $4::timestamptz is null
      then least(again_at, $5) else again_at end
  where endpoint_id = $1 and mail_id = $2`;

/** There is no such mailbox: what waits for it ends. $1 endpoint, $2 now, $3 the reason */
export const SUPPRESS = `
  with off as (
    update delivery_endpoint set switched_off_at = $2, switched_off_reason = $3, waits_for = null, wake_at = $2
    where id = $1 and switched_off_at is null returning id
  )
  update event_destination set switched_off_at = $2, switched_off_reason = $3
  from off where event_destination.endpoint_id = off.id`;

/** Whose address a link is about. $1 endpoint */
export const FIND_ASKED = `
  select asked.address, account.name as "accountName", endpoint.confirmed_at is not null as "isConfirmed"
  from mail_confirmation asked
  join delivery_endpoint endpoint on endpoint.id = asked.endpoint_id
  join account on account.id = asked.account_id
  where asked.endpoint_id = $1`;

/** The recipient confirms: what waits for it goes out. $1 endpoint, $2 now */
export const CONFIRM = `
  with confirmed as (
    update delivery_endpoint set confirmed_at = $2, waits_for = nullif(waits_for, 'CONFIRMATION'),
      wake_at = case when waits_for = 'CONFIRMATION' then $2 else wake_at end
    where id = $1 and confirmed_at is null returning id
  )
  update mail_confirmation set due_at = null from confirmed where mail_confirmation.endpoint_id = confirmed.id`;
