import { STATES_SINCE } from '../../listings/derivation-version.js';

/**
 * Of the next $3 listings behind $1, the oldest revisions that others replaced before $2; $4 of each at most. The
 * newest has been replaced by none. What a release before wrote is derived first, from every state.
 */
export const SELECT_OLD_REVISIONS = `
  select block.id, old.ids
  from (select id, revision_id, derivation from listing where id > $1 order by id limit $3) block
  left join lateral (
    select array_agg(revision_id) as ids from (
      select revision_id, lead(recorded_at) over (order by revision_id) as replaced_at from listing_revision
      where listing_id = block.id order by revision_id limit $4
    ) oldest
    where replaced_at < $2
  ) old on block.revision_id > 1 and block.derivation >= ${STATES_SINCE} and (
    select second.recorded_at from listing_revision second where second.listing_id = block.id
    order by second.revision_id offset 1 limit 1) < $2
  order by block.id`;

/** Since when changes wait that may still be matched or tried again; null where none does. */
export const SELECT_OLDEST_CHANGE = `
  select least(
    (select created_at from listing_change order by id limit 1),
    (select min(created_at) from dead_letter where kind = 'CHANGE')) as at`;

/** Removes the revisions $2 of the listings $1, with what was derived of them. */
export const DELETE_REVISIONS = `
  with doomed as materialized (
    select * from unnest($1::uuid[], $2::int[]) as doomed(listing_id, revision_id)
  ), states as (
    delete from listing_state using doomed
    where listing_state.listing_id = doomed.listing_id and listing_state.revision_id = doomed.revision_id returning 1
  ), former as (
    delete from former_listing using doomed
    where former_listing.listing_id = doomed.listing_id and former_listing.revision_id = doomed.revision_id returning 1
  ), revisions as (
    delete from listing_revision using doomed
    where listing_revision.listing_id = doomed.listing_id and listing_revision.revision_id = doomed.revision_id
    returning 1
  ) select count(*) from revisions`;

/** Market events before $1, $2 at most. */
export const SELECT_OLD_MARKET_EVENTS = 'select id from market_event where event_at < $1 limit $2';

/** The events $1; a trigger voids the rollups of their months. */
export const DELETE_MARKET_EVENTS = `
  with gone as (delete from market_event where id = any($1::bigint[]) returning 1) select count(*) from gone`;

/**
 * Forgets the rollups of months before $1 (months since the year 0), whose events are gone. A month without them is
 * answered from its events.
 */
export const DELETE_OLD_ROLLUPS = `
  with rolled_up as (delete from market_rollup_month where event_month < $1
  ), sums as (delete from market_rollup where event_month < $1
  ), months as (delete from market_month where event_month < $1 returning 1)
  select count(*) from months`;
