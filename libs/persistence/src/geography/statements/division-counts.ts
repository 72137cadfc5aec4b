/** Something was ingested, and the last count is long enough ago. */
export const SELECT_COUNT_IS_DUE = `
  select ingest_version <> (select version from ingest_lock)
    and counted_at + greatest(interval '1 minute', 50 * took_ms * interval '1 millisecond') <= clock_timestamp() as due
  from division_count_state`;

/** $1 the version that was counted, $2 when counting began. */
export const KEEP_COUNT_STATE = `
  update division_count_state set ingest_version = $1, counted_at = clock_timestamp(),
    took_ms = extract(epoch from clock_timestamp() - $2::timestamptz) * 1000`;

/**
 * Counts properties by division and answers what differs from the numbers that are kept; 0 where none is left. It only
 * reads, so that its transaction has no id however long it takes. Listings of one property nearly always lie in the
 * same divisions, so properties are counted by their whole list of divisions and the lists are taken apart afterwards;
 * only properties whose listings are placed differently are taken apart one by one. 300,000 properties took 2.3 s on a
 * busy machine of two cores.
 */
export const RECOUNT_PROPERTIES = `
  with placed as (
    select property_id, min(division_ids) as division_ids, min(division_ids) = max(division_ids) as is_agreed
      from listing where online group by property_id
  ), agreed as (
    select division_ids, count(*) as properties from placed where is_agreed group by division_ids
  ), apart as (
    select distinct listing.property_id, division_id from placed
    join listing on listing.property_id = placed.property_id
      and listing.online, unnest(listing.division_ids) as division_id
    where not is_agreed
  ), counted as (
    select division_id, sum(properties)::integer as properties from (
      select division_id, properties from agreed, unnest(division_ids) as division_id
      union all
      select division_id, 1 from apart
    ) as parts group by division_id
  )
  select division_id as id, coalesce(counted.properties, 0) as properties
  from counted full join division_property_count kept using (division_id)
  where counted.properties is distinct from kept.properties order by 1`;

/** Writes numbers of properties; a division that has none left goes. $1 divisions, $2 numbers */
export const WRITE_COUNTS = `
  with counted as (
    select * from unnest($1::bigint[], $2::integer[]) as counted(division_id, properties)
  ), gone as (
    delete from division_property_count using counted
    where division_property_count.division_id = counted.division_id and counted.properties = 0
  )
  insert into division_property_count (division_id, properties)
  select division_id, properties from counted where properties > 0
  on conflict (division_id) do update set properties = excluded.properties`;

/** Both numbers that tell whether a copy in memory is current. */
export const SELECT_DIVISION_STATE =
  'select version as edition, ingest_version as "countedVersion" from division_edition, division_count_state';

/** Divisions that have properties. */
export const SELECT_PROPERTY_COUNTS = 'select division_id as id, properties from division_property_count';

/** Number of the last batch of ingest, and the clock. */
export const SELECT_INGEST_VERSION = 'select version, clock_timestamp() as "begunAt" from ingest_lock';
