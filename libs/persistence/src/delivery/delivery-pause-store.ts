import type { Database, Queryable, Transaction } from '../database/database.js';
import {
  COUNT_UNDER_WAY,
  DELETE_PAUSE,
  INSERT_PAUSE,
  LOCK_PAUSE,
  SELECT_HELD_BACK,
  SELECT_PAUSE,
  SHARE_PAUSE,
} from './statements/delivery-pause.js';

/** Since when nothing is sent, and who or what paused it. */
export interface DeliveryPause {
  readonly pausedAt: Date;
  readonly pausedBy: string;
}

/** Whether workers may send: one row of the database, which every worker on it obeys. */
export class DeliveryPauseStore {
  constructor(private readonly database: Database) {}

  /** Null while deliveries go out. */
  async read(): Promise<DeliveryPause | null> {
    return readIn(this.database);
  }

  /** Once it is answered, no worker takes a delivery any more. An earlier pause stays as it is. */
  async pause(by: string): Promise<DeliveryPause> {
    return this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_PAUSE);
      await transaction.query(INSERT_PAUSE, [by]);
      return (await readIn(transaction))!;
    });
  }

  /** Answers the pause that ended; null where there was none. */
  async resume(): Promise<DeliveryPause | null> {
    const [ended] = await this.database.query<DeliveryPause>(DELETE_PAUSE);
    return ended ?? null;
  }

  /** Whether nothing may be sent for an account: it is blocked, or deliveries are paused. */
  async isHeldBack(accountId: string): Promise<boolean> {
    const [row] = await this.database.query<{ held: boolean }>(SELECT_HELD_BACK, [accountId]);
    return row!.held;
  }

  /** Deliveries that were taken before the pause and have not ended; at most as long as a lease lasts. */
  async countUnderWay(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(COUNT_UNDER_WAY);
    return row!.count;
  }
}

/**
 * Whether this transaction may take something to send: a pause is answered after it has ended, or seen by it. Two
 * statements, because a statement that waits for the lock still sees what was there before.
 */
export async function maySend(transaction: Transaction): Promise<boolean> {
  await transaction.query(SHARE_PAUSE);
  return (await readIn(transaction)) === null;
}

async function readIn(queryable: Queryable): Promise<DeliveryPause | null> {
  const [pause] = await queryable.query<DeliveryPause>(SELECT_PAUSE);
  return pause ?? null;
}
