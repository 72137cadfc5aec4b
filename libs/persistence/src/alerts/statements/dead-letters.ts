const SELECT_LETTERS = 'select id, kind, subject, reason, created_at as "createdAt" from dead_letter';

/** Sets subjects aside, each once. */
export const INSERT_LETTERS = `
  insert into dead_letter (kind, subject, reason, created_at)
  select $1, letter->'subject', letter->>'reason', $3 from jsonb_array_elements($2::jsonb) letter
  on conflict (kind, md5(subject::text)) do nothing`;

/** Puts a change at the end of the queue. */
export const QUEUE_CHANGE = `
  insert into listing_change (listing_id, property_id, revision_id, previous_property_id, sibling_ids,
    sibling_revisions, offline_sibling_ids, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Answers the id where the letter was still there. */
export const DELETE_LETTER = 'delete from dead_letter where id = $1 returning id';

/** Makes the workers load an alert anew. */
export const STAMP_ALERT = 'update alert set xid = pg_current_xact_id() where id = $1';

/** Forgets the letters of alerts that are loaded again. */
export const FORGET_DEAD_ALERTS = `delete from dead_letter where kind = 'ALERT'
  and subject->>'alertId' = any($1::text[])`;

/** How many letters wait for somebody. */
export const COUNT_LETTERS = 'select count(*) from dead_letter';

/** A change that is queued again leaves its first place. */
export const DELETE_CHANGE = 'delete from listing_change where listing_id = $1 and revision_id = $2';

/** Oldest first. */
export const LIST_LETTERS = `${SELECT_LETTERS} order by id limit $1`;

/** By number, or by the alert or the listing it is about; the oldest of several. */
export const FIND_LETTER = `
  ${SELECT_LETTERS} where id::text = $1 or subject->>'alertId' = $1 or subject->>'listingId' = $1 order by id limit 1`;
