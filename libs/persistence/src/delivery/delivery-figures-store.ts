import type { Queryable } from '../database/database.js';
import { READ_FIGURES } from './statements/read-figures.js';

/** The state of the queue. */
export interface DeliveryFigures {
  /** Deliveries that have not ended; an estimate where there are more than 100,000. */
  readonly waiting: number;
  /**
   * How long the longest waiting of those due has waited, in milliseconds; 0 where none waits. Deliveries behind an
   * open breaker, and to addresses that have to confirm, do not count.
   */
  readonly oldestDueMs: number;
  readonly openBreakers: number;
  readonly switchedOff: number;
  /** Mail addresses with something waiting until they confirm. */
  readonly unconfirmed: number;
}

/** Figures for operators, read now and then. */
export class DeliveryFiguresStore {
  constructor(private readonly database: Queryable) {}

  async read(now: Date): Promise<DeliveryFigures> {
    const [row] = await this.database.query<DeliveryFigures & { oldest: Date | null }>(READ_FIGURES, [now]);
    const { oldest, ...figures } = row!;
    return { ...figures, oldestDueMs: oldest === null ? 0 : now.getTime() - oldest.getTime() };
  }
}
