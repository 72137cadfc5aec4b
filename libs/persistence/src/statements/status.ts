/** Sizes of the store. */
export const SELECT_SIZES = `
  select (select count(*) from listing) as listings,
    (select count(*) from property where merged_into is null) as properties,
    (select count(*) from alert where active and deleted_at is null) as alerts`;

/** What waits. Every delivery that has not ended stands in the queue, at the attempt that is to be sent. */
export const SELECT_PENDING = `
  select (select count(*) from listing_change where id > (select min(position) from alert_shard)) as changes,
    (select count(*) from index_dirty) as indexing,
    (select count(*) from delivery) as deliveries`;

/** What is counted one by one for figures that are asked for again and again. */
const COUNTED = 100_000;

/** The same of changes and properties, up to that many: a long queue must not cost a long look. */
export const SELECT_BOUNDED_PENDING = `
  select (select count(*) from (
      select from listing_change where id > (select min(position) from alert_shard) limit ${COUNTED}
    ) waiting) as changes,
    (select count(*) from (select from index_dirty limit ${COUNTED}) waiting) as indexing`;

/** Nothing was ever ingested. */
export const SELECT_IS_EMPTY = 'select not exists (select from listing) as empty';
