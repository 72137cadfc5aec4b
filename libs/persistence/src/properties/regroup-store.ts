import type { Queryable } from '../database.js';
import { newId } from '../new-id.js';

/** A run of `gable regroup` over the store. `Report` is what the run says of itself so far. */
export interface RegroupRun<Report> {
  id: string;
  dryRun: boolean;
  startedAt: Date;
  /** From 1. A run ends with a pass that finds nothing to do. */
  pass: number;
  /** The last property this pass has looked at; null before the first. */
  position: string | null;
  /** This pass looked at everything so far and found nothing to do. */
  isClean: boolean;
  report: Report;
}

/** The progress of runs over the whole store. */
export class RegroupStore {
  constructor(private readonly database: Queryable) {}

  /** The run that was cut short; null where none was. */
  async unfinished<Report>(): Promise<RegroupRun<Report> | null> {
    const [run] = await this.database.query<RegroupRun<Report>>(SELECT_UNFINISHED);
    return run ?? null;
  }

  async start<Report>(dryRun: boolean, report: Report, now: Date): Promise<RegroupRun<Report>> {
    const run = { id: newId(), dryRun, startedAt: now, pass: 1, position: null, isClean: true, report };
    await this.database.query('insert into regroup_run (id, dry_run, started_at, report) values ($1, $2, $3, $4)', [
      run.id,
      dryRun,
      now,
      JSON.stringify(report),
    ]);
    return run;
  }

  /** Writes down where the run is, in the transaction of what it changed. */
  async save({ id, pass, position, isClean, report }: RegroupRun<unknown>): Promise<void> {
    await this.database.query(SAVE, [id, pass, position, isClean, JSON.stringify(report)]);
  }

  async finish(id: string, now: Date): Promise<void> {
    await this.database.query('update regroup_run set finished_at = $2 where id = $1', [id, now]);
  }

  /** Forgets dry runs, finished or not, and what they planned. */
  async forgetPlans(): Promise<void> {
    await this.database.query('delete from regroup_run where dry_run');
    await this.database.query('truncate regroup_plan');
  }

  /** The next properties in the order of their ids, those that a dry run would make among them. */
  async propertiesAfter(position: string | null, limit: number, dryRun: boolean): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(dryRun ? SELECT_NEXT_PLANNED : SELECT_NEXT, [
      position ?? FIRST_ID,
      limit,
    ]);
    return rows.map(({ id }) => id);
  }

  /** How many properties there are to look at. */
  async countProperties(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      'select count(*) from property where merged_into is null',
    );
    return row!.count;
  }

  /** Of the blocking keys that listings should stand under, those that they do not. */
  async missingKeys(wanted: readonly BlockRow[]): Promise<BlockRow[]> {
    if (wanted.length === 0) return [];
    return this.database.query<BlockRow>(SELECT_MISSING_KEYS, [
      wanted.map(({ key }) => key),
      wanted.map(({ listingId }) => listingId),
    ]);
  }

  async addKeys(rows: readonly BlockRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.database.query(INSERT_KEYS, [rows.map(({ key }) => key), rows.map(({ listingId }) => listingId)]);
  }

  /** Notes where a dry run puts listings. */
  async plan(moved: readonly { listingId: string; propertyId: string }[]): Promise<void> {
    if (moved.length === 0) return;
    await this.database.query(PLAN, [
      moved.map(({ listingId }) => listingId),
      moved.map(({ propertyId }) => propertyId),
    ]);
  }
}

/** A listing under a blocking key. */
export interface BlockRow {
  key: string;
  listingId: string;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const SELECT_UNFINISHED = `
  select id, dry_run as "dryRun", started_at as "startedAt", pass, position, is_clean as "isClean", report
  from regroup_run where finished_at is null and not dry_run order by id desc limit 1`;

const SAVE = 'update regroup_run set pass = $2, position = $3, is_clean = $4, report = $5 where id = $1';

const SELECT_NEXT = 'select id from property where id > $1 and merged_into is null order by id limit $2';

const SELECT_NEXT_PLANNED = `
  (select id from property where id > $1 and merged_into is null order by id limit $2)
  union
  (select distinct property_id from regroup_plan where property_id > $1 order by property_id limit $2)
  order by 1 limit $2`;

const SELECT_MISSING_KEYS = `
  select wanted.key::text as key, wanted.listing_id as "listingId" from unnest($1::bigint[], $2::uuid[]) as wanted(key, listing_id)
  where not exists (select from listing_block stored where stored.block_key = wanted.key and stored.listing_id = wanted.listing_id)`;

const INSERT_KEYS = `
  insert into listing_block (block_key, listing_id) select * from unnest($1::bigint[], $2::uuid[]) on conflict do nothing`;

const PLAN = `
  insert into regroup_plan (listing_id, property_id) select * from unnest($1::uuid[], $2::uuid[])
  on conflict (listing_id) do update set property_id = excluded.property_id`;
