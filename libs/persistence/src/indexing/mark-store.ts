import type { Database, Transaction } from '../database/database.js';
import {
  CLAIM_MARKS,
  FINISH_MARKS,
  FORGET_REFUSED,
  MARK_PROPERTIES,
  NOTE_REFUSED,
  RELEASE_MARKS,
  SELECT_INDEXING_FIGURES,
  SELECT_MARKED,
} from './statements/marks.js';

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
   * Takes up to `limit` marks not older than `since`, the oldest first, for `leaseMs`. Nobody waits for anybody: what
   * another worker or an ingest holds is passed over. The lease only saves double work; versions keep double writes
   * harmless.
   */
  async claim(limit: number, since: Date | null, leaseMs: number): Promise<ClaimedMarks> {
    const rows = await this.database.query<Mark & { now: Date }>(CLAIM_MARKS, [limit, since, leaseMs]);
    const marks = rows.sort((one, other) => one.markedAt.getTime() - other.markedAt.getTime());
    return { marks, now: rows[0]?.now ?? (await this.database.now()) };
  }

  /**
   * Takes the marks away of what was written to all of `targets` and can be found there, and notes what was refused. A
   * mark set anew meanwhile stays, and all stay when other indices have to be written by now. Answers how many went,
   * and the database's clock.
   */
  async finish(
    targets: readonly string[],
    indexed: readonly IndexedProperty[],
    refused: readonly RefusedProperty[],
  ): Promise<{ removed: number; now: Date }> {
    const done = [...indexed, ...refused];
    return this.database.transaction(async (transaction) => {
      const [row] = await transaction.query<{ removed: number; now: Date }>(FINISH_MARKS, [
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
    await this.database.query(RELEASE_MARKS, [propertyIds, delayMs]);
  }

  /** Marks properties that were found to differ; of those marked already the higher revision counts. */
  async mark(properties: readonly IndexedProperty[]): Promise<void> {
    await this.database.query(MARK_PROPERTIES, [
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
    const rows = await this.database.query<{ id: string }>(SELECT_MARKED, [propertyIds]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Seconds that the oldest mark waits, 0 where there is none; and properties refused. */
  async figures(): Promise<{ lagSeconds: number; refused: number }> {
    const [row] = await this.database.query<{ lagSeconds: number; refused: number }>(SELECT_INDEXING_FIGURES);
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
