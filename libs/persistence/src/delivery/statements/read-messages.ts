import { prepared } from '../../database/prepared.js';
import { shownState } from '../../records/statements/states.js';
import { SKIP_REASON } from '../statement-fragments.js';

/** What holds for alerts now. $1 ids */
export const READ_ALERTS = prepared(`
  select id, name, active, deleted_at is not null as deleted, notification_config, destination_id, signing_key,
    previous_signing_key, previous_signing_key_until
  from alert where id = any($1::uuid[])`);

/**
 * Those of deliveries of which there is more to know than of their alert: an earlier attempt rendered it, or it may not
 * go any more. Most answer nothing. $1 deliveries, $2 their alerts, $3 the addresses of mails
 */
export const READ_EXCEPTIONS = prepared(`
  select * from (
    select asked.id, payload.body,
      exists (
        select from mail_subscription
        where alert_id = asked.alert_id and address = lower(asked.address) and unsubscribed_at is not null
      ) as unsubscribed,
      (select ${SKIP_REASON}
       from delivery join event_notification notification
         on notification.account_id = delivery.account_id and notification.id = delivery.notification_id
       where delivery.id = asked.id
         and exists (select from alert_skip where alert_skip.alert_id = asked.alert_id)) as skip_reason
    from unnest($1::uuid[], $2::uuid[], $3::text[]) as asked(id, alert_id, address)
    left join delivery_payload payload on payload.delivery_id = asked.id
  ) found
  where body is not null or unsubscribed or skip_reason is not null`);

/** The events that webhooks name; times in milliseconds since 1970. $1 deliveries, $2 their alerts, $3 the events */
export const READ_NAMED_EVENTS = prepared(`
  select asked.delivery_id, event.id, event.event_type, event.property_id, event.listing_id, event.revision_id,
    event.criteria_version, (extract(epoch from event.created_at) * 1000)::bigint as created_at
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as asked(delivery_id, alert_id, event_id)
  join alert_event event on event.alert_id = asked.alert_id and event.id = asked.event_id`);

/**
 * The events of mails: the one a notification names, and those that joined its mail. Events that are notified come
 * first, each delivery's oldest first. $1 deliveries, $2 their alerts, $3 the events named, $4 codes of the types that
 * are notified, as an array in text, $5 events per delivery
 */
export const READ_EVENTS = `
  select asked.delivery_id, member.*
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as asked(delivery_id, alert_id, event_id, notified)
  cross join lateral (
    select event.id, event.event_type, event.property_id, event.listing_id, event.revision_id, event.criteria_version,
      event.created_at, event.event_type = any(asked.notified::smallint[]) as is_notified,
      count(*) filter (where event.event_type = any(asked.notified::smallint[])) over () as total
    from (
      select * from alert_event where alert_id = asked.alert_id and id = asked.event_id
      union all
      select * from alert_event where delivery_id = asked.delivery_id and delivery_id <> id and id <> asked.event_id
    ) event
    order by is_notified desc, event.id limit $5
  ) member
  order by member.id`;

/** States of listings to tell, and each one's state before. $1 listings, $2 revisions */
export const READ_TOLD_STATES = prepared(`
  select after.revision_id, ${shownState('after')}, before.state as state_before
  from unnest($1::uuid[], $2::int[]) as asked(listing_id, revision_id)
  join listing on listing.id = asked.listing_id
  join source on source.id = listing.source_id
  join listing_revision after on after.listing_id = asked.listing_id and after.revision_id = asked.revision_id
  left join listing_revision before
    on before.listing_id = asked.listing_id and before.revision_id = asked.revision_id - 1`);

/**
 * Keeps bodies, each of two parts, and answers of which it kept none: something is kept already, or another transaction
 * keeps it this moment. The parts come one behind the other, as bytes, and shared ones once: an array of bodies would
 * be written out in hexadecimal. $1 deliveries, $2 and $3 where the parts of each begin, from 1, and $4 and $5 how long
 * they are, $6 all parts
 */
export const KEEP_BODIES = `
  with new as (
    select id, substr($6::bytea, head_at, head_length) || substr($6::bytea, told_at, told_length) as body
    from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[])
      as new(id, head_at, told_at, head_length, told_length)
  ), kept as (
    insert into delivery_payload (delivery_id, body) select id, body from new
    on conflict do nothing returning delivery_id
  )
  select id from unnest($1::uuid[]) as asked(id) where id not in (select delivery_id from kept)`;

/** Bodies that are kept. $1 deliveries */
export const READ_BODIES = 'select delivery_id as id, body from delivery_payload where delivery_id = any($1::uuid[])';
