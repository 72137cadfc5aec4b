import { LAST_SEEN } from '../last-seen.js';

/**
 * The next portion of a source's listings: where it ends, and which of them claim to be seen later than now. $1 source,
 * $2 external id after which it begins, $3 how many
 */
export const SELECT_AHEAD = `
  with portion as (
    select id, external_id, ${LAST_SEEN} as observed_at
    from listing where source_id = $1 and external_id > $2 order by external_id limit $3
  )
  select max(external_id) as "last", array_agg(id) filter (where observed_at > clock_timestamp()) as ids from portion`;

/** The one listing $2 of source $1, if it claims to be seen later than now. */
export const SELECT_ONE_AHEAD = `
  select listing.id from listing join listing_seen seen on seen.id = listing.id
  where source_id = $1 and external_id = $2 and seen.observed_at > clock_timestamp()`;

/**
 * Puts listings back to the newest state of theirs that is not from the future; one without such a state takes any
 * next one. $1 listings
 */
export const RESET_LISTINGS = `
  with reached as (
    select seen.id, coalesce(
      (select max(observed_at) from listing_revision
        where listing_id = seen.id and observed_at <= clock_timestamp()),
      'epoch') as at
    from listing_seen seen where id = any($1::uuid[]) and observed_at > clock_timestamp()
  ), forgotten as (
    delete from listing_sighting using reached where listing_id = reached.id
  )
  update listing set observed_at = reached.at,
    last_event_at = case when last_event_at <= clock_timestamp() then last_event_at
      when reached.at = 'epoch' then clock_timestamp() else reached.at end
  from reached where listing.id = reached.id returning listing.id`;

/** Puts what source $1 was last seen at back to its newest state, where it claims to be later than now. */
export const RESET_LAST_SEEN = `
  update source_figures set last_observed_at = (
    select max(at) from (select ${LAST_SEEN} as at from listing where source_id = $1) seen where at <= clock_timestamp()
  ) where source_id = $1 and last_observed_at > clock_timestamp()`;

/**
 * Lets the next snapshot of source $1 count, where one from the future keeps those after it from taking anybody
 * offline.
 */
export const RESET_SNAPSHOT = `
  update source_figures set snapshot_at = null where source_id = $1 and snapshot_at > clock_timestamp()
  returning source_id`;
