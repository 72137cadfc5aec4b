import { LOCKS } from '../database/advisory-locks.js';
import type { Database } from '../database/database.js';
import {
  RECOUNT_PROPERTIES,
  KEEP_COUNT_STATE,
  SELECT_COUNT_IS_DUE,
  SELECT_DIVISION_STATE,
  SELECT_INGEST_VERSION,
  SELECT_PROPERTY_COUNTS,
  WRITE_COUNTS,
} from './statements/division-counts.js';

/** What a reader keeps in memory is of this state as long as both are the same. */
export interface DivisionState {
  /** Rises with every write of divisions. */
  edition: number;
  /** Of the listings that the numbers of properties were counted over. */
  countedVersion: number;
}

/** How many properties have an online listing in each division: counted now and then, not with every ingest. */
export class DivisionCountStore {
  constructor(private readonly database: Database) {}

  async state(): Promise<DivisionState> {
    const [row] = await this.database.query<DivisionState>(SELECT_DIVISION_STATE);
    return row!;
  }

  /** Properties of every division that has any, by its id. */
  async counts(): Promise<Map<number, number>> {
    const rows = await this.database.query<{ id: number; properties: number }>(SELECT_PROPERTY_COUNTS);
    return new Map(rows.map(({ id, properties }) => [id, properties]));
  }

  /**
   * Counts again when something was ingested since and the last time is a minute ago, or fifty times as long as
   * counting took, whichever is longer: so it never takes more than a fiftieth of one connection's time. True when it
   * counted.
   */
  async countWhenDue(): Promise<boolean> {
    const [row] = await this.database.query<{ due: boolean }>(SELECT_COUNT_IS_DUE);
    if (row!.due) await this.count();
    return row!.due;
  }

  /** Counts now, unless another process does. */
  async count(): Promise<void> {
    await this.database.withLock(LOCKS.divisionCount, async (lost) => {
      const { version, begunAt, counts } = await this.read();
      for (let i = 0; i < counts.length; i += WRITTEN_AT_ONCE) {
        lost.throwIfAborted(); // who has the lock now counted later
        const portion = counts.slice(i, i + WRITTEN_AT_ONCE);
        await this.database.query(WRITE_COUNTS, [
          portion.map(({ id }) => id),
          portion.map(({ properties }) => properties),
        ]);
      }
      lost.throwIfAborted();
      await this.database.query(KEEP_COUNT_STATE, [version, begunAt]);
    });
  }

  /**
   * What differs by now. The version is read before what it stands for, so that a batch that commits in between is
   * counted again.
   */
  private async read(): Promise<{ version: number; begunAt: Date; counts: DivisionCount[] }> {
    return this.database.transaction(async (transaction) => {
      await transaction.query('set local statement_timeout = 0');
      const [ingest] = await transaction.query<{ version: number; begunAt: Date }>(SELECT_INGEST_VERSION);
      return { ...ingest!, counts: await transaction.query<DivisionCount>(RECOUNT_PROPERTIES) };
    });
  }
}

/** A few milliseconds of one transaction. */
const WRITTEN_AT_ONCE = 2_000;

interface DivisionCount {
  id: number;
  properties: number;
}
