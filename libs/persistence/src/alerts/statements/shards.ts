import { LOCKS } from '../../database/advisory-locks.js';
import { LEASE_SECONDS } from '../worker-lease.js';

const LIVE = `
  select worker.id from match_worker worker
  where worker.leased_until > clock_timestamp() and exists (
    select from pg_locks where locktype = 'advisory' and classid = ${LOCKS.workerLife} and objid = worker.id
      and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
  )`;

/** Workers alive, ascending. */
export const SELECT_LIVE_WORKERS = `${LIVE} order by 1`;

/** Answers nothing where the worker is no longer registered. */
export const RENEW_LEASE = `update match_worker set leased_until = clock_timestamp() + interval '${LEASE_SECONDS} s'
  where id = $1 returning id`;

/** Takes up to $2 shards that no living worker owns, each with its next epoch. */
export const TAKE_SHARDS = `
  with live as materialized (${LIVE}), free as (
    select shard from alert_shard where (worker_id is null or worker_id not in (select id from live))
      order by position, shard limit $2 for update skip locked
  )
  update alert_shard set worker_id = $1, epoch = epoch + 1 from free where alert_shard.shard = free.shard
  returning alert_shard.shard, alert_shard.epoch, alert_shard.position`;

/** Gives back the shards that are still at these epochs. */
export const GIVE_BACK_SHARDS = `
  with mine as (
    select alert_shard.shard from alert_shard join unnest($1::smallint[], $2::bigint[]) as held(shard, epoch)
      using (shard, epoch)
    order by alert_shard.shard for update of alert_shard
  )
  update alert_shard set worker_id = null, epoch = epoch + 1 from mine where alert_shard.shard = mine.shard`;

/** Gives back whatever a worker owns. */
export const GIVE_BACK_ALL_SHARDS = `
  with mine as (select shard from alert_shard where worker_id = $1 order by shard for update)
  update alert_shard set worker_id = null, epoch = epoch + 1 from mine where alert_shard.shard = mine.shard`;

/** Takes what dead workers had under way. */
export const TAKE_INFLIGHT = `
  with live as materialized (${LIVE})
  delete from match_inflight where worker_id not in (select id from live)
    returning first_change as "firstChange", last_change as "lastChange"`;

/** Ranges in which workers were lost. */
export const SELECT_SUSPECTS =
  'select first_change as "firstChange", last_change as "lastChange", losses from match_suspect';

/** Notes a range in which a worker was lost. */
export const UPSERT_SUSPECT = `
  insert into match_suspect (first_change, last_change, losses) values ($1, $2, $3)
  on conflict (first_change) do update set last_change = excluded.last_change, losses = excluded.losses`;

/** The shards that a worker owns. */
export const SELECT_OWNED_SHARDS = 'select shard, epoch, position from alert_shard where worker_id = $1 order by shard';

/** Nothing of a worker that leaves in order is left to be suspected. */
export const FORGET_INFLIGHT = 'delete from match_inflight where worker_id = $1';

/** Ends a registration. */
export const DELETE_WORKER = 'delete from match_worker where id = $1';

/** As far as they matter after a position. */
export const SELECT_SUSPECTS_AFTER = `${SELECT_SUSPECTS} where last_change > $1 order by first_change`;

/** Clears ranges that were consumed after all. */
export const CLEAR_SUSPECTS = 'delete from match_suspect where last_change <= $1';

/** Answers the number of the new worker. */
export const REGISTER_WORKER = `
  insert into match_worker (started_at, leased_until)
    values (clock_timestamp(), clock_timestamp() + interval '${LEASE_SECONDS} s') returning id`;
