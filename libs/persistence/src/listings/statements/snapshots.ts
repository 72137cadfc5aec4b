import { LAST_SEEN } from '../last-seen.js';

/** Notes the listings $1 as named by the file. The table is of the session, made by CREATE_NAMED. */
export const NOTE_NAMED = `
  insert into pg_temp.snapshot_named (external_id) select * from unnest($1::text[]) on conflict do nothing`;

/** The source $1, and its newest snapshot that was read to its end. */
export const SELECT_SNAPSHOT_SOURCE = `
  select source.id, source.name, figures.snapshot_at as "snapshotAt"
  from source left join source_figures figures on figures.source_id = source.id where source.domain = $1`;

/**
 * The next portion of a source's listings: where it ends, how many are online, and which of those a snapshot of $4
 * would take offline because it does not name them. $1 source, $2 external id after which it begins, $3 how many. Each
 * is looked up by its key: without figures about the table of the session the planner would read all of it.
 */
export const SELECT_UNNAMED = `
  with portion as (
    select external_id, online, ${LAST_SEEN} as observed_at
    from listing where source_id = $1 and external_id > $2 order by external_id limit $3
  )
  select max(external_id) as "last", count(*) filter (where online) as online,
    array_agg(external_id order by external_id) filter (
      where case when online and observed_at < $4 then
        (select true from pg_temp.snapshot_named named where named.external_id = portion.external_id) is null end
    ) as missing
  from portion`;

/** A snapshot of source $1 at $2 was read to its end, and what it does not name is offline. */
export const NOTE_SNAPSHOT = `
  insert into source_figures (source_id, online, last_observed_at, snapshot_at)
    values ($1, 0, $2, least($2, date_trunc('milliseconds', clock_timestamp())))
  on conflict (source_id) do update set
    last_observed_at = greatest(source_figures.last_observed_at, excluded.last_observed_at),
    snapshot_at = greatest(source_figures.snapshot_at, excluded.snapshot_at)`;
