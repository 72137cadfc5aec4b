/** Sizes of the store and of what waits. */
export const SELECT_STATUS = `
  select (select count(*) from listing) as listings,
    (select count(*) from property where merged_into is null) as properties,
    (select count(*) from alert where active and deleted_at is null) as alerts,
    (select count(*) from listing_change where id > (select min(position) from alert_shard)) as changes,
    (select count(*) from index_dirty) as indexing,
    (select count(*) from event_notification where status = 'PENDING') as deliveries`;

/** Nothing was ever ingested. */
export const SELECT_IS_EMPTY = 'select not exists (select from listing) as empty';
