import { prepared } from '../../database/prepared.js';

/** Removes up to $1 changes that every shard has consumed. */
export const REMOVE_PASSED_CHANGES = prepared(`
  with passed as (
    select id from listing_change where id <= (select min(position) from alert_shard) order by id limit $1
  ), gone as (delete from listing_change using passed where listing_change.id = passed.id returning 1)
  select count(*) from gone`);

/** Removes up to $1 marks; an index that was kept until then is out of date, and retired. */
export const DISCARD_MARKS = prepared(`
  with passed as (select property_id from index_dirty limit $1 for update skip locked),
  gone as (delete from index_dirty using passed where index_dirty.property_id = passed.property_id returning 1),
  outdated as (
    update search_index set state = 'RETIRED', retired_at = clock_timestamp(),
      retired_because = 'the search engine was switched'
    where state <> 'RETIRED' and exists (select from gone))
  select count(*) from gone`);

/** Seconds that the oldest change waits which some shard has not consumed. */
export const SELECT_OLDEST_WAITING = `
  select coalesce((
    select greatest(extract(epoch from clock_timestamp() - created_at), 0)::float8 from listing_change
    where id > (select min(position) from alert_shard) order by id limit 1), 0) as seconds`;
