import { prepared } from '../../database/prepared.js';

/**
 * Sorts in what waits for the index of words, and answers before which transaction all have ended that had begun before
 * that. No row where the index is not ours to work on.
 */
export const SORT_IN_WORDS = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as "wholeBefore", gin_clean_pending_list(oid::regclass) as pages
  from pg_class
  where relname = 'listing_words' and relnamespace = current_schema()::regnamespace
    and pg_has_role(relowner, 'USAGE')`;

/** Notes that the index has the words of all rows before $1. */
export const NOTE_SORTED = `
  update word_index_state set whole_before = $1::text::xid8, sorted_at = clock_timestamp()`;

/**
 * The transaction before which the index of words has all rows, as `xid`: no row where nobody knows, or so many have
 * passed that ids of rows say nothing any more. Ids of a standby are those of its primary.
 */
export const SELECT_WORDS_WHOLE = prepared(`
  select whole_before::xid::text as "wholeBefore" from word_index_state
  where pg_snapshot_xmax(pg_current_snapshot())::text::bigint - whole_before::text::bigint between 0 and 1000000000`);
