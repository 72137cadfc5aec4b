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

/** Nothing was ever ingested. */
export const SELECT_IS_EMPTY = 'select not exists (select from listing) as empty';
