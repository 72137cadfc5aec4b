import type { Database, Transaction } from '../../database.js';
import { LEASE_SECONDS, WORKER_LOCK_CLASS } from './sign-of-life.js';
import { suspectsAfterLoss, type SuspectRange } from './suspects.js';
import type { OwnedShard } from './consumer-rows.js';

/** Who walks which shards. A worker is alive while its lock is held and its lease has not run out; the fence of every commit is the epoch. */
export class ShardStore {
  constructor(private readonly database: Database) {}

  /** Extends a worker's lease by the database's clock. Answers false where the worker is no longer registered. */
  async renew(workerId: number): Promise<boolean> {
    return (await this.database.query(RENEW_LEASE, [workerId])).length > 0;
  }

  /** Workers alive, ascending. */
  async liveWorkers(): Promise<number[]> {
    return (await this.database.query<{ id: number }>(SELECT_LIVE)).map(({ id }) => id);
  }

  /**
   * Takes up to `limit` shards that no living worker holds, each with its next epoch. What a dead worker had under way becomes a suspicion first: whoever goes on
   * from there has to know.
   */
  async take(workerId: number, limit: number): Promise<OwnedShard[]> {
    return this.database.transaction(async (transaction) => {
      const taken = await transaction.query<OwnedShard>(TAKE_SHARDS, [workerId, limit]);
      if (taken.length > 0) await noteLosses(transaction);
      return taken;
    });
  }

  /** Gives shards back that this worker still holds; others take them from where they stand. */
  async giveBack(shards: readonly OwnedShard[]): Promise<void> {
    await this.database.query(GIVE_BACK, [shards.map(({ shard }) => shard), shards.map(({ epoch }) => epoch)]);
  }

  /** The shards a worker holds, as the database knows: what it remembers may be void after a failure. */
  async held(workerId: number): Promise<OwnedShard[]> {
    return this.database.query<OwnedShard>(
      'select shard, epoch, position from alert_shard where worker_id = $1 order by shard',
      [workerId],
    );
  }

  /** Ends a worker that leaves in order: nothing of it is left to be suspected. */
  async leave(workerId: number): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.query('delete from match_inflight where worker_id = $1', [workerId]);
      await transaction.query(GIVE_BACK_ALL, [workerId]);
      await transaction.query('delete from match_worker where id = $1', [workerId]);
    });
  }

  /** Ranges in which workers were lost, as far as they matter after `position`. */
  async suspects(position: number): Promise<SuspectRange[]> {
    return this.database.query<SuspectRange>(`${SELECT_SUSPECTS} where last_change > $1 order by first_change`, [
      position,
    ]);
  }

  /** Clears ranges that were walked after all. */
  async acquit(through: number): Promise<void> {
    await this.database.query('delete from match_suspect where last_change <= $1', [through]);
  }
}

async function noteLosses(transaction: Transaction): Promise<void> {
  const lost = await transaction.query<{ firstChange: number; lastChange: number }>(TAKE_INFLIGHT);
  if (lost.length === 0) return;
  const known = await transaction.query<SuspectRange>(SELECT_SUSPECTS);
  for (const { firstChange, lastChange } of lost) {
    const suspect = suspectsAfterLoss(known, firstChange, lastChange);
    await transaction.query(UPSERT_SUSPECT, [suspect.firstChange, suspect.lastChange, suspect.losses]);
  }
}

const LIVE = `
  select worker.id from match_worker worker
  where worker.leased_until > clock_timestamp() and exists (
    select from pg_locks where locktype = 'advisory' and classid = ${WORKER_LOCK_CLASS} and objid = worker.id and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
  )`;

const SELECT_LIVE = `${LIVE} order by 1`;

const RENEW_LEASE = `update match_worker set leased_until = clock_timestamp() + interval '${LEASE_SECONDS} s' where id = $1 returning id`;

const TAKE_SHARDS = `
  with live as materialized (${LIVE}), free as (
    select shard from alert_shard where (worker_id is null or worker_id not in (select id from live)) order by position, shard limit $2 for update skip locked
  )
  update alert_shard set worker_id = $1, epoch = epoch + 1 from free where alert_shard.shard = free.shard
  returning alert_shard.shard, alert_shard.epoch, alert_shard.position`;

const GIVE_BACK = `
  with mine as (
    select alert_shard.shard from alert_shard join unnest($1::smallint[], $2::bigint[]) as held(shard, epoch) using (shard, epoch)
    order by alert_shard.shard for update of alert_shard
  )
  update alert_shard set worker_id = null, epoch = epoch + 1 from mine where alert_shard.shard = mine.shard`;

const GIVE_BACK_ALL = `
  with mine as (select shard from alert_shard where worker_id = $1 order by shard for update)
  update alert_shard set worker_id = null, epoch = epoch + 1 from mine where alert_shard.shard = mine.shard`;

const TAKE_INFLIGHT = `
  with live as materialized (${LIVE})
  delete from match_inflight where worker_id not in (select id from live) returning first_change as "firstChange", last_change as "lastChange"`;

const SELECT_SUSPECTS = 'select first_change as "firstChange", last_change as "lastChange", losses from match_suspect';

const UPSERT_SUSPECT = `
  insert into match_suspect (first_change, last_change, losses) values ($1, $2, $3)
  on conflict (first_change) do update set last_change = excluded.last_change, losses = excluded.losses`;
