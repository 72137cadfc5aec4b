import type { Queryable } from '../database/database.js';
import { FIRST_ID, newId } from '../database/new-id.js';
import {
  COUNT_PROPERTIES,
  DELETE_DRY_RUNS,
  FINISH_RUN,
  INSERT_KEYS,
  INSERT_RUN,
  PLAN_LISTINGS,
  SAVE_RUN,
  SELECT_MISSING_KEYS,
  SELECT_NEXT_PLANNED,
  SELECT_NEXT_PROPERTIES,
  SELECT_UNFINISHED_RUN,
} from './statements/regroup.js';

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
    const [run] = await this.database.query<RegroupRun<Report>>(SELECT_UNFINISHED_RUN);
    return run ?? null;
  }

  async start<Report>(dryRun: boolean, report: Report, now: Date): Promise<RegroupRun<Report>> {
    const run = { id: newId(now), dryRun, startedAt: now, pass: 1, position: null, isClean: true, report };
    await this.database.query(INSERT_RUN, [run.id, dryRun, now, JSON.stringify(report)]);
    return run;
  }

  /** Writes down where the run is, in the transaction of what it changed. */
  async save({ id, pass, position, isClean, report }: RegroupRun<unknown>): Promise<void> {
    await this.database.query(SAVE_RUN, [id, pass, position, isClean, JSON.stringify(report)]);
  }

  async finish(id: string, now: Date): Promise<void> {
    await this.database.query(FINISH_RUN, [id, now]);
  }

  /** Forgets dry runs, finished or not, and what they planned. */
  async forgetPlans(): Promise<void> {
    await this.database.query(DELETE_DRY_RUNS);
    await this.database.query('truncate regroup_plan');
  }

  /** The next properties in the order of their ids, those that a dry run would make among them. */
  async propertiesAfter(position: string | null, limit: number, dryRun: boolean): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(dryRun ? SELECT_NEXT_PLANNED : SELECT_NEXT_PROPERTIES, [
      position ?? FIRST_ID,
      limit,
    ]);
    return rows.map(({ id }) => id);
  }

  /** How many properties there are to look at. */
  async countProperties(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(COUNT_PROPERTIES);
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
    await this.database.query(PLAN_LISTINGS, [
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
