/**
 * Who sees such a row sees the listing gone. A step of the matcher that still saw the listing has a lower id than the
 * fence: it locks alerts, which gives it one, before it looks.
 */
export const TAKE_FENCES = `
  update erased_listing set fence = pg_snapshot_xmax(pg_current_snapshot()) where not is_done and fence is null`;

/** Erased listings whose events are still there, $1 at most, and whether nobody can be writing events of them. */
export const SELECT_OPEN = `
  select listing_id as "listingId", fence <= pg_snapshot_xmin(pg_current_snapshot()) as "isSettled"
  from erased_listing where not is_done and fence is not null order by fence limit $1`;

/** Events of the listings $1. No index leads there, erasures are rare: the table is read once for many listings. */
export const SELECT_EVENTS_OF = `
  select alert_id as "alertId", id, delivery_id as "deliveryId" from alert_event where listing_id = any($1::uuid[])`;

export const SELECT_MARKET_EVENTS_OF = 'select id from market_event where listing_id = any($1::uuid[])';

/**
 * Where segments of phrases hold the listings $1. No index leads there, so the table is read once for many listings;
 * `&&` would compare each of theirs with each of these.
 */
export const SELECT_SEGMENT_ROWS_OF = `
  select segment_id as "segmentId", place from phrase_listings
  where exists (select from unnest(listing_ids) as held(id) where id = any($1::uuid[]))
  order by segment_id, place`;

/** Takes the listings $1 out of the rows $2 (segments) and $3 (places) that hold them; the others keep their places. */
export const BLANK_IN_SEGMENTS = `
  update phrase_listings set listing_ids = array(
    select case when id = any($1::uuid[]) then null else id end
    from unnest(phrase_listings.listing_ids) with ordinality as held(id, number) order by number)
  from unnest($2::integer[], $3::smallint[]) as holding(segment_id, place)
  where phrase_listings.segment_id = holding.segment_id and phrase_listings.place = holding.place`;

/** No event joins one of these deliveries, and none is taken to be sent, until the transaction ends. */
export const LOCK_NOTIFICATIONS = `
  select id from event_notification where delivery_id = any($1::uuid[]) order by alert_id, id for update`;

/** Those of the deliveries $1 that wait, locked; `isTaken`: a worker is sending it. */
export const LOCK_DELIVERIES = `
  select id, owner is not null and leased_until > clock_timestamp() as "isTaken" from delivery
  where id = any($1::uuid[]) order by id for update`;

/**
 * Removes events ($1 alerts, $2 ids). A delivery that carried nothing else ($3 all deliveries concerned, $4 their
 * alerts) goes with its attempts; one that carries others is rendered anew, without what was erased. Answers how many
 * events and deliveries went.
 */
export const ERASE_EVENTS = `
  with erased as (
    delete from alert_event using unnest($1::uuid[], $2::uuid[]) as asked(alert_id, id)
    where alert_event.alert_id = asked.alert_id and alert_event.id = asked.id returning alert_event.id
  ), concerned as (
    select delivery.id, (
      select kept.id from (
        select event.id, event.listing_id from alert_event event
        where event.delivery_id = delivery.id and event.delivery_id <> event.id
        union all
        select event.id, event.listing_id from alert_event event
        where event.alert_id = delivery.alert_id and event.id = delivery.id and event.delivery_id = delivery.id
      ) kept
      where not exists (select from erased_listing gone where gone.listing_id = kept.listing_id)
      order by kept.id limit 1
    ) as event_id
    from unnest($3::uuid[], $4::uuid[]) as delivery(id, alert_id)
  ), emptied as (select id from concerned where event_id is null
  ), bodies as (delete from delivery_payload where delivery_id = any($3::uuid[])
  ), mails as (
    update alert_mail set delivery_id = null from emptied where alert_mail.delivery_id = emptied.id
  ), waiting as (delete from delivery using emptied where delivery.id = emptied.id
  ), attempts as (delete from event_notification using emptied where event_notification.delivery_id = emptied.id
  ), others as (
    update event_notification set event_id = concerned.event_id from concerned
    where concerned.event_id is not null and event_notification.delivery_id = concerned.id
      and event_notification.event_id = any($2::uuid[])
  )
  select (select count(*) from erased) as events, (select count(*) from emptied) as deliveries`;

export const ERASE_MARKET_EVENTS = 'delete from market_event where id = any($1::bigint[])';

/** What is to stay away is remembered by its name alone; of the rest nothing is. */
export const CLOSE = `
  with kept as (update erased_listing set is_done = true where listing_id = any($1::uuid[]) and external_id is not null)
  delete from erased_listing where listing_id = any($1::uuid[]) and external_id is null`;
