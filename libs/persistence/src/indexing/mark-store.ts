import type { Database, Transaction } from '../database.js';

/** A property whose search document may be behind. */
export interface Mark {
  propertyId: string;
  /** The property's revision when it was marked. */
  revision: number;
  markedAt: Date;
}

/** Marks that one worker has for itself for a while. `now` is the database's clock. */
export interface ClaimedMarks {
  marks: Mark[];
  now: Date;
}

/** What became of a property: the revision that stands in every index now. */
export interface IndexedProperty {
  propertyId: string;
  revision: number;
}

/** A property whose document the search engine refuses, and why. */
export interface RefusedProperty extends IndexedProperty {
  reason: string;
}

/** What there is to index: the dirty set that ingest fills, and the properties that were refused. */
export class MarkStore {
  constructor(private readonly database: Database) {}

  /**
   * Takes up to `limit` marks not older than `since`, the oldest first, for `leaseMs`. Nobody waits for anybody: what another worker or an ingest holds is passed over.
   * The lease only saves double work; versions keep double writes harmless.
   */
  async claim(limit: number, since: Date | null, leaseMs: number): Promise<ClaimedMarks> {
    const rows = await this.database.query<Mark & { now: Date }>(CLAIM, [limit, since, leaseMs]);
    const marks = rows.sort((one, other) => one.markedAt.getTime() - other.markedAt.getTime());
    return { marks, now: rows[0]?.now ?? (await this.database.now()) };
  }

  /**
   * Takes the marks away of what was written to all of `targets` and can be found there, and notes what was refused. A mark set anew meanwhile stays, and all
   * stay when other indices have to be written by now. Answers how many went, and the database's clock.
   */
  async finish(
    targets: readonly string[],
    indexed: readonly IndexedProperty[],
    refused: readonly RefusedProperty[],
  ): Promise<{ removed: number; now: Date }> {
    const done = [...indexed, ...refused];
    return this.database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ removed: number; now: Date }>(FINISH, [
        done.map(({ propertyId }) => propertyId),
        done.map(({ revision }) => revision),
        [...targets].sort(),
      ]);
      await transaction.query(FORGET_REFUSED, [
        indexed.map(({ propertyId }) => propertyId),
        indexed.map(({ revision }) => revision),
      ]);
      if (refused.length > 0) await noteRefused(transaction, refused);
      return row!;
    });
  }

  /** Lets marks be claimed again, `delayMs` from now. */
  async release(propertyIds: readonly string[], delayMs: number): Promise<void> {
    await this.database.query(RELEASE, [propertyIds, delayMs]);
  }

  /** Marks properties that were found to differ; of those marked already the higher revision counts. */
  async mark(properties: readonly IndexedProperty[]): Promise<void> {
    await this.database.query(MARK, [
      properties.map(({ propertyId }) => propertyId),
      properties.map(({ revision }) => revision),
    ]);
  }

  /** Notes what was refused where no mark led to it. */
  async refuse(refused: readonly RefusedProperty[]): Promise<void> {
    await this.database.transaction((transaction) => noteRefused(transaction, refused));
  }

  /** Of these, the properties that are marked now: their documents may rightly be behind. */
  async marked(propertyIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      'select property_id as id from index_dirty where property_id = any($1::uuid[])',
      [propertyIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Seconds that the oldest mark waits, 0 where there is none; and properties refused. */
  async figures(): Promise<{ lagSeconds: number; refused: number }> {
    const [row] = await this.database.query<{ lagSeconds: number; refused: number }>(`
      select coalesce((select greatest(extract(epoch from clock_timestamp() - min(marked_at)), 0)::float8 from index_dirty), 0) as "lagSeconds",
        (select count(*) from index_refused) as refused`);
    return row!;
  }
}

async function noteRefused(transaction: Transaction, refused: readonly RefusedProperty[]): Promise<void> {
  await transaction.query(NOTE_REFUSED, [
    refused.map(({ propertyId }) => propertyId),
    refused.map(({ revision }) => revision),
    refused.map(({ reason }) => reason),
  ]);
}

// `since` keeps the claim away from where removed marks lie, which cannot be vacuumed while some transaction stays open.
const CLAIM = `
  with free as (
    select property_id from index_dirty
    where marked_at >= coalesce($2::timestamptz, '-infinity') and leased_until <= clock_timestamp()
    order by marked_at limit $1 for update skip locked
  )
  update index_dirty set leased_until = clock_timestamp() + $3 * interval '1 ms' from free where index_dirty.property_id = free.property_id
  returning index_dirty.property_id as "propertyId", revision_id as revision, marked_at as "markedAt", clock_timestamp() as now`;

// `skip locked`, because an ingest that raises the mark holds its row: waiting for it could end in a deadlock, and the mark has to stay anyway.
const FINISH = `
  with done as (
    select property_id from index_dirty join unnest($1::uuid[], $2::bigint[]) as written(id, revision) on written.id = property_id and revision_id <= written.revision
    where $3::text[] = (select coalesce(array_agg(name order by name collate "C"), '{}') from search_index where state in ('BUILDING', 'LIVE'))
    for update of index_dirty skip locked
  ), gone as (delete from index_dirty using done where index_dirty.property_id = done.property_id returning 1)
  select (select count(*) from gone) as removed, clock_timestamp() as now`;

const RELEASE = `
  with held as (select property_id from index_dirty where property_id = any($1::uuid[]) for update skip locked)
  update index_dirty set leased_until = clock_timestamp() + $2 * interval '1 ms' from held where index_dirty.property_id = held.property_id`;

// In the order of ids, as an ingest marks what it changed: two of them never wait for each other.
const MARK = `
  insert into index_dirty (property_id, revision_id) select * from unnest($1::uuid[], $2::bigint[]) order by 1
  on conflict (property_id) do update set revision_id = greatest(index_dirty.revision_id, excluded.revision_id), leased_until = '-infinity'`;

const FORGET_REFUSED = `
  delete from index_refused using unnest($1::uuid[], $2::bigint[]) as written(id, revision) where property_id = written.id and revision_id <= written.revision`;

const NOTE_REFUSED = `
  insert into index_refused (property_id, revision_id, reason, refused_at)
  select id, revision, reason, clock_timestamp() from unnest($1::uuid[], $2::bigint[], $3::text[]) as refused(id, revision, reason)
  on conflict (property_id) do update set revision_id = excluded.revision_id, reason = excluded.reason, refused_at = excluded.refused_at`;
