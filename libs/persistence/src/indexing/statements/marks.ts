/**
 * `since` keeps the claim away from where removed marks lie, which cannot be vacuumed while some transaction stays
 * open.
 */
export const CLAIM_MARKS = `
  with free as (
    select property_id from index_dirty
    where marked_at >= coalesce($2::timestamptz, '-infinity') and leased_until <= clock_timestamp()
    order by marked_at limit $1 for update skip locked
  )
  update index_dirty set leased_until = clock_timestamp() + $3 * interval '1 ms' from free
    where index_dirty.property_id = free.property_id
  returning index_dirty.property_id as "propertyId", revision_id as revision, marked_at as "markedAt",
    clock_timestamp() as now`;

/**
 * `skip locked`, because an ingest that raises the mark holds its row: waiting for it could end in a deadlock, and the
 * mark has to stay anyway.
 */
export const FINISH_MARKS = `
  with done as (
    select property_id from index_dirty join unnest($1::uuid[], $2::bigint[]) as written(id,
      revision) on written.id = property_id and revision_id <= written.revision
    where $3::text[] = (select coalesce(array_agg(name
      order by name collate "C"), '{}') from search_index where state in ('BUILDING', 'LIVE'))
    for update of index_dirty skip locked
  ), gone as (delete from index_dirty using done where index_dirty.property_id = done.property_id returning 1)
  select (select count(*) from gone) as removed, clock_timestamp() as now`;

/** Lets marks be claimed again, $2 milliseconds from now. */
export const RELEASE_MARKS = `
  with held as (select property_id from index_dirty where property_id = any($1::uuid[]) for update skip locked)
  update index_dirty set leased_until = clock_timestamp() + $2 * interval '1 ms' from held
    where index_dirty.property_id = held.property_id`;

/** In the order of ids, as an ingest marks what it changed: two of them never wait for each other. */
export const MARK_PROPERTIES = `
  insert into index_dirty (property_id, revision_id) select * from unnest($1::uuid[], $2::bigint[]) order by 1
  on conflict (property_id) do update set revision_id = greatest(index_dirty.revision_id, excluded.revision_id),
    leased_until = '-infinity'`;

/** What was indexed is no longer refused. */
export const FORGET_REFUSED = `
  delete from index_refused using unnest($1::uuid[], $2::bigint[]) as written(id, revision)
    where property_id = written.id and revision_id <= written.revision`;

/** Notes why the search engine refuses documents. */
export const NOTE_REFUSED = `
  insert into index_refused (property_id, revision_id, reason, refused_at)
  select id, revision, reason, clock_timestamp() from unnest($1::uuid[], $2::bigint[], $3::text[]) as refused(id,
    revision, reason)
  on conflict (property_id) do update set revision_id = excluded.revision_id, reason = excluded.reason,
    refused_at = excluded.refused_at`;

/** Of these, the properties that are marked. */
export const SELECT_MARKED = 'select property_id as id from index_dirty where property_id = any($1::uuid[])';

/** How long the oldest mark waits, and how many documents were refused. */
export const SELECT_INDEXING_FIGURES = `
  select coalesce((select greatest(extract(epoch from clock_timestamp() - min(marked_at)), 0)::float8
    from index_dirty), 0) as "lagSeconds",
    (select count(*) from index_refused) as refused`;
