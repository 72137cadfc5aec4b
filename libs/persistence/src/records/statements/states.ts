import { prepared } from '../../database/prepared.js';
import { LAST_SEEN } from '../../listings/last-seen.js';
import { utcText } from '../utc-text.js';

/** What the states up to a revision tell. By a subselect: a join more costs the planner more than the look-up. */
export const pastOf = (revision: string) => `
    (select asked.past from listing_state asked
     where asked.listing_id = ${revision}.listing_id and asked.revision_id = ${revision}.revision_id) as past`;

/** Columns of `ShownState`, of `listing`, its `source` and the revision that is shown. */
export const shownState = (revision: string) => `
  listing.id as listing_id, listing.external_id, listing.source_id, source.domain as source_domain,
    source.name as source_name, ${utcText('listing.created_at')} as listing_created_at,
    ${utcText(`${revision}.recorded_at`)} as recorded_at, ${revision}.state,${pastOf(revision)}`;

const STATE = `${shownState('revision')}, listing.property_id, revision.revision_id, revision.online`;

const FROM_LISTING = `from listing join source on source.id = listing.source_id
  join listing_revision revision on revision.listing_id = listing.id`;

/** A listing $1 as it is now. */
export const SELECT_LISTING = prepared(`
  select ${STATE}, ${LAST_SEEN} as observed_at
  ${FROM_LISTING} and revision.revision_id = listing.revision_id
  where listing.id = $1`);

/**
 * How many states a listing $1 has: they are numbered without a gap. `gone`: how many before them retention took.
 */
export const COUNT_REVISIONS = prepared(`
  select listing.revision_id - kept.gone as total, kept.gone from listing, lateral (
    select revision_id - 1 as gone from listing_revision where listing_id = listing.id order by revision_id limit 1
  ) kept where listing.id = $1`);

/** States of a listing $1 behind number $2, up to number $3, oldest first. */
export const SELECT_REVISIONS = prepared(`
  select ${STATE}, revision.observed_at ${FROM_LISTING}
  where listing.id = $1 and revision.revision_id > $2 and revision.revision_id <= $3
  order by revision.revision_id`);

/** Examples of what the columns are part of. */
export const SAMPLES = { pastOf: [SELECT_LISTING], shownState: [SELECT_LISTING] };
