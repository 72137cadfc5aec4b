import type { Database } from '../database/database.js';
import { FENCE_LISTED, FIND_STALE, SELECT_IS_BEHIND, LIST_LARGE, ROLL_UP, UNLIST } from './statements/rollups.js';
import { ESTIMATE_SAMPLE } from './statements/rollups.js';

/** The market events of a city in a month, counted from the year 0. */
export interface CityMonth {
  readonly cityId: number;
  readonly eventMonth: number;
}

/** Fewer events than these are read as fast as their rollup would be. */
export const LARGE_MARKET_EVENTS = 300;
/**
 * A month that changes all the time is summed up once it rests for so long: at 10 µs an event that is far below a
 * hundredth of a processor.
 */
export const MARKET_RESTS_MS = 120_000;
/** A look for large markets reads about so many events. */
const SAMPLED_EVENTS = 500_000;
/** SQLSTATE numeric_value_out_of_range */
const OUT_OF_RANGE = '22003';

/**
 * Rollups of large markets. An answer never depends on them: a reader takes one only where its version is that of its
 * month in the reader's own snapshot. One process at a time writes them, under a lock of the caller; a second one would
 * fail on the first one's rows, and change nothing.
 */
export class RollupStore {
  constructor(private readonly database: Database) {}

  /** Lists the city-months that have `minEvents` or more and are not listed yet; they stay listed. */
  async listLarge(minEvents = LARGE_MARKET_EVENTS): Promise<void> {
    const [size] = await this.database.query<{ percent: number }>(ESTIMATE_SAMPLE, [SAMPLED_EVENTS]);
    await this.database.query(LIST_LARGE, [size!.percent, minEvents]);
  }

  /**
   * Sums up to `limit` listed months up that changed since and have rested for `restsMs`, each in a transaction of its
   * own. Answers how many.
   */
  async rollUpStale(limit: number, restsMs = MARKET_RESTS_MS): Promise<number> {
    await this.database.query(FENCE_LISTED);
    const months = await this.database.query<CityMonth>(FIND_STALE, [restsMs, limit]);
    let count = 0;
    for (const month of months) count += Number(await this.rollUp(month));
    return count;
  }

  /**
   * Sums up all that is listed, however lately it changed, and waits for the transactions that have to end before. For
   * a store that nobody writes to.
   */
  async rollUpAll(): Promise<number> {
    let count = 0;
    do count += await this.rollUpStale(100, 0);
    while ((await this.database.query<{ behind: boolean }>(SELECT_IS_BEHIND))[0]!.behind);
    return count;
  }

  /**
   * A feed may state prices whose sum no double holds. Their month is answered from its events, and the others are not
   * kept waiting.
   */
  private async rollUp({ cityId, eventMonth }: CityMonth): Promise<boolean> {
    try {
      return await this.sumUp(cityId, eventMonth);
    } catch (error) {
      if ((error as { code?: unknown }).code !== OUT_OF_RANGE) throw error;
      await this.database.query(UNLIST, [cityId, eventMonth]);
      return false;
    }
  }

  private async sumUp(cityId: number, eventMonth: number): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      await transaction.query('set local statement_timeout = 0');
      return (await transaction.query(ROLL_UP, [cityId, eventMonth])).length > 0;
    });
  }
}
