import { prepared } from '../../database/prepared.js';

/**
 * The note need not survive the server, only the worker: it does not wait for the disk. It begins with $5, where a
 * batch before is still under way; where nothing is, and nothing is to be read, it goes.
 */
export const READ_NEXT_CHANGES = prepared(`
  with moment as materialized (
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, set_config('synchronous_commit', 'off', true)
  ), batch as materialized (
    select id, listing_id as "listingId", property_id as "propertyId", revision_id as "revisionId",
      previous_property_id as "previousPropertyId",
      sibling_ids as "siblingIds", sibling_revisions as "siblingRevisions",
      coalesce(offline_sibling_ids, '{}') as "offlineSiblingIds", xid::text::bigint as xid, created_at as "createdAt"
    from listing_change
    where id > $1 and id <= $2 and xid < pg_snapshot_xmin(pg_current_snapshot()) order by id limit $3
  ), noted as (
    insert into match_inflight (worker_id, first_change, last_change)
      select $4, coalesce($5::bigint, min(id)), max(id) from batch having count(*) > 0
    on conflict (worker_id) do update set first_change = excluded.first_change, last_change = excluded.last_change
  ), done as (
    delete from match_inflight where worker_id = $4 and $5::bigint is null and not exists (select from batch)
  )
  select moment.horizon, batch.* from moment left join batch on true order by batch.id`);

/** The states around each change, in the order given. */
export const SELECT_STATES = prepared(`
  select listing.source_id, before.online as before_online, before.state as before_state,
    asked_before.past as before_past, after.online as after_online, after.state as after_state,
    asked_after.past as after_past
  from unnest($1::uuid[], $2::int[], $3::boolean[]) with ordinality as named(listing_id, revision_id, was_known, place)
  left join listing_revision after on after.listing_id = named.listing_id and after.revision_id = named.revision_id
  left join listing_revision before on before.listing_id = named.listing_id
    and before.revision_id = named.revision_id - 1 and named.was_known
  left join listing_state asked_after on asked_after.listing_id = after.listing_id
    and asked_after.revision_id = after.revision_id
  left join listing_state asked_before on asked_before.listing_id = before.listing_id
    and asked_before.revision_id = before.revision_id
  left join listing on listing.id = named.listing_id
  order by named.place`);

/** Siblings at the revisions that a change names, each with the place of its change. */
export const SELECT_SIBLINGS = prepared(`
  select named.place, sibling.state, asked.past, listing.source_id
  from unnest($1::int[], $2::uuid[], $3::int[]) as named(place, listing_id, revision_id)
  join listing_revision sibling on sibling.listing_id = named.listing_id and sibling.revision_id = named.revision_id
  left join listing_state asked on asked.listing_id = named.listing_id and asked.revision_id = named.revision_id
  left join listing on listing.id = named.listing_id`);

/** Only questions with an answer come back: most alerts meet a property for the first time. */
export const SELECT_MEMORY = prepared(`
  select * from (
    select place, coalesce(listing.first_revision < asked.revision_id, false) as "listingMatched",
      coalesce(listing.decided, false) as decided,
      exists (select from alert_event event where event.alert_id = asked.alert_id
        and event.property_id = asked.property_id
        and (event.listing_id <> asked.listing_id or event.revision_id <> asked.revision_id))
        or (asked.other_ids <> '{}' and exists (select from alert_event event where event.alert_id = asked.alert_id
          and event.listing_id = any(asked.other_ids::uuid[])))
        as "propertyMatched"
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[]) with ordinality as asked(alert_id,
      listing_id, property_id, revision_id, other_ids, place)
    cross join lateral (
      select min(revision_id) as first_revision, bool_or(event.revision_id = asked.revision_id) as decided
      from alert_event event where event.alert_id = asked.alert_id and event.listing_id = asked.listing_id
    ) listing
  ) answer where "listingMatched" or "propertyMatched" or decided`);
