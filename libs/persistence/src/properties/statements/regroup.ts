/** The run that was cut short. */
export const SELECT_UNFINISHED_RUN = `
  select id, dry_run as "dryRun", started_at as "startedAt", pass, position, is_clean as "isClean", report
  from regroup_run where finished_at is null and not dry_run order by id desc limit 1`;

/** Writes down where a run is. */
export const SAVE_RUN = 'update regroup_run set pass = $2, position = $3, is_clean = $4, report = $5 where id = $1';

/** Properties in the order of their ids. */
export const SELECT_NEXT_PROPERTIES =
  'select id from property where id > $1 and merged_into is null order by id limit $2';

/** The same with those that a dry run would make. */
export const SELECT_NEXT_PLANNED = `
  (select id from property where id > $1 and merged_into is null order by id limit $2)
  union
  (select distinct property_id from regroup_plan where property_id > $1 order by property_id limit $2)
  order by 1 limit $2`;

/** Of the blocking keys that listings should stand under, those that they do not. */
export const SELECT_MISSING_KEYS = `
  select wanted.key::text as key, wanted.listing_id as "listingId"
    from unnest($1::bigint[], $2::uuid[]) as wanted(key, listing_id)
  where not exists (select from listing_block stored where stored.block_key = wanted.key
    and stored.listing_id = wanted.listing_id)`;

/** Puts listings under blocking keys. */
export const INSERT_KEYS = `
  insert into listing_block (block_key, listing_id) select * from unnest($1::bigint[], $2::uuid[])
    on conflict do nothing`;

/** Notes where a dry run puts listings. */
export const PLAN_LISTINGS = `
  insert into regroup_plan (listing_id, property_id) select * from unnest($1::uuid[], $2::uuid[])
  on conflict (listing_id) do update set property_id = excluded.property_id`;

/** Begins a run. */
export const INSERT_RUN = 'insert into regroup_run (id, dry_run, started_at, report) values ($1, $2, $3, $4)';

/** Ends a run. */
export const FINISH_RUN = 'update regroup_run set finished_at = $2 where id = $1';

/** Forgets dry runs, finished or not. */
export const DELETE_DRY_RUNS = 'delete from regroup_run where dry_run';

/** How many properties there are to look at. */
export const COUNT_PROPERTIES = 'select count(*) from property where merged_into is null';
