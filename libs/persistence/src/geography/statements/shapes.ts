import { prepared } from '../../database/prepared.js';

/** Keeps an area. */
export const INSERT_SHAPE = `
  insert into shape (id, account_id, name, geometry, positions, created_at) values ($1, $2, $3, $4, $5, $6)`;

/** Nobody else removes it or writes an alert that uses it meanwhile. */
export const LOCK_SHAPE = `
  select from shape where account_id = $1 and id = $2 and removed_at is null for update`;

/** The first alerts that use a shape. */
export const SELECT_ALERTS_OF_SHAPE = `
  select id from alert where account_id = $1 and shape_ids @> array[$2::uuid] and deleted_at is null
  order by id limit 10`;

/** Takes a shape that no alert uses from its account. Criteria that were replaced may still be explained by it. */
export const REMOVE_SHAPE = 'update shape set removed_at = $2 where id = $1';

/** Positions of the account's shapes among $2, none of which is removed before the transaction ends. */
export const HOLD_SHAPES = `
  select id, positions from shape where account_id = $1 and id = any($2::uuid[]) and removed_at is null
  order by id for key share`;

/**
 * The account's shapes among $2; with their geometries where those have at most $3 positions together, each as often as
 * $4 says at its place.
 */
export const SELECT_NAMED_SHAPES = prepared(`
  select id, positions, case when sum(positions * times) over () <= $3 then geometry end as geometry
  from unnest($2::uuid[], $4::bigint[]) as named(id, times) join shape using (id)
  where account_id = $1 and removed_at is null`);

/** Geometries by id, of removed shapes too. */
export const SELECT_GEOMETRIES = 'select id, geometry from shape where id = any($1::uuid[])';

/** Names by id of those that have one, of removed shapes too. */
export const SELECT_SHAPE_NAMES = 'select id, name from shape where id = any($1::uuid[]) and name is not null';

/** Shapes that were removed an hour ago or earlier, which no criteria name any more: $1 at most. */
export const SWEEP_SHAPES = `
  with gone as (
    delete from shape where id = any(array(
      select id from shape
      where removed_at < clock_timestamp() - interval '1 hour'
        and not exists (select from alert where shape_ids @> array[shape.id] and deleted_at is null)
        and not exists (
          select from alert_criteria_history where shape_ids @> array[shape.id] and shape_ids <> '{}'
        )
      order by removed_at limit $1
    )) returning 1
  ) select count(*) from gone`;
