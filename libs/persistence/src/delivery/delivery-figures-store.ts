import type { Queryable } from '../database/database.js';
import { READ_FIGURES, READ_SLOWEST_ORIGINS } from './statements/read-figures.js';

/** The state of the queue. */
export interface DeliveryFigures {
  /** Deliveries that have not ended; an estimate where there are more than 100,000. */
  readonly waiting: number;
  /**
   * How long the longest waiting of those due has waited, in milliseconds; 0 where none waits. Deliveries behind an
   * open breaker, to addresses that have to confirm, and to those that got as many mails as they may, do not count.
   */
  readonly oldestDueMs: number;
  readonly openBreakers: number;
  readonly switchedOff: number;
  /** Mail addresses with something waiting until they confirm. */
  readonly unconfirmed: number;
  /** Mail addresses with something due that got as many mails as they may for now. */
  readonly limitedAddresses: number;
}

/** Receivers of one scheme, host and port, with something that is due. */
export interface SlowOrigin {
  /** Null: mails, to whatever address. */
  readonly origin: string | null;
  /** How long the oldest delivery to it has been due. */
  readonly overdueSeconds: number;
  /** It fails, and is only probed. */
  readonly isProbed: boolean;
  readonly accounts: number;
}

/** Figures for operators, read now and then. */
export class DeliveryFiguresStore {
  constructor(private readonly database: Queryable) {}

  async read(now: Date): Promise<DeliveryFigures> {
    const [row] = await this.database.query<DeliveryFigures & { oldest: Date | null }>(READ_FIGURES, [now]);
    const { oldest, ...figures } = row!;
    return { ...figures, oldestDueMs: oldest === null ? 0 : now.getTime() - oldest.getTime() };
  }

  /** Those whose oldest delivery is the most overdue, the worst first. */
  async slowestOrigins(limit: number, now: Date): Promise<SlowOrigin[]> {
    return this.database.query<SlowOrigin>(READ_SLOWEST_ORIGINS, [now, limit]);
  }
}
