import { LOCKS } from '../database/advisory-locks.js';
import { shownState } from '../records/statements/states.js';

/** What an event is shown with; it needs STATES_OF_EVENTS. */
export const EVENT_COLUMNS = `
  event.id, event.alert_id, event.property_id, event.event_type, event.revision_id, event.created_at,
    ${shownState('after')}, before.state as state_before`;

/** The listing of an event and its states around the change. */
export const STATES_OF_EVENTS = `
  join listing on listing.id = event.listing_id
  join source on source.id = listing.source_id
  join listing_revision after on after.listing_id = event.listing_id and after.revision_id = event.revision_id
  left join listing_revision before on before.listing_id = event.listing_id
    and before.revision_id = event.revision_id - 1`;

/** The lower half of the key of an advisory lock. */
export const LOW_HALF = '4294967295';
/** Since 1970, by the database's clock. */
export const MILLISECONDS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

/**
 * A step of matching says that it is under way, and since when: a shared advisory lock until it ends, whose key is
 * `LOCKS.matchingStep` and below it the milliseconds since 1970, modulo 2^32 (49 days). It is released after what the
 * step wrote can be seen.
 */
export const LOCK_STEP = `
  pg_advisory_xact_lock_shared((${LOCKS.matchingStep}::bigint << 32) | (${MILLISECONDS} & ${LOW_HALF}))`;
