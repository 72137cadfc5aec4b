import { SKIP_REASONS, skipMessage, type SkipReason } from '@gable/domain/delivery';
import type { Database, Queryable } from '../database/database.js';
import { PICK_SKIPS, READ_SKIPPED, REMOVE_SKIP, SWEEP_SKIPPED, WRITE_SWEPT } from './statements/skips.js';

/** Writes to each delivery what a skip has said for all of them, and asks whether one has ended that way. */
export class SkipStore {
  constructor(private readonly database: Database) {}

  /**
   * Sweeps one portion, in one transaction, and answers how many rows it read: 0 = nothing is left to sweep now. What
   * it did not reach is found by the next one, whoever was killed.
   */
  async sweep(now: Date): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const skips = await transaction.query<SkipRow>(PICK_SKIPS, [now, SKIPS_AT_ONCE]);
      let examined = 0;
      for (const skip of skips) {
        if (examined >= ROWS_AT_ONCE) break;
        examined += 1 + (await sweepOne(transaction, skip, ROWS_AT_ONCE - examined, now));
      }
      return examined;
    });
  }

  /** Of claimed deliveries, those that may not go out any more, with the sentence that says why. */
  async readSkipped(deliveryIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; reason: SkipReason }>(READ_SKIPPED, [deliveryIds]);
    return new Map(rows.map(({ id, reason }) => [id, skipMessage(reason)]));
  }
}

/** The sentence of every reason, as statements that write them take it. */
export const skipSentences = (): string =>
  JSON.stringify(Object.fromEntries(Object.keys(SKIP_REASONS).map((each) => [each, skipMessage(each as SkipReason)])));

/** Short transactions: matching waits for those that hold an id. */
const ROWS_AT_ONCE = 500;
const SKIPS_AT_ONCE = 20;
/** Deliveries under way end by themselves within a lease. */
const LEFT_OVER_PAUSE_MS = 1_000;

interface SkipRow {
  alertId: string;
  reason: SkipReason;
  notified: number[];
  sweptTo: string | null;
  hasLeftOver: boolean;
}

async function sweepOne(
  transaction: Queryable,
  { alertId, reason, notified, sweptTo, hasLeftOver }: SkipRow,
  limit: number,
  now: Date,
): Promise<number> {
  const [swept] = await transaction.query<SweptRow>(SWEEP_SKIPPED, [alertId, now, skipSentences(), sweptTo, limit]);
  const { events, leftOver } = swept!;
  const isLeft = hasLeftOver || leftOver > 0;
  const key = [alertId, reason, notified];
  if (events === limit) await transaction.query(WRITE_SWEPT, [...key, swept!.sweptTo, isLeft, now]);
  else if (isLeft || swept!.ended > events)
    await transaction.query(WRITE_SWEPT, [...key, null, false, new Date(now.getTime() + LEFT_OVER_PAUSE_MS)]);
  else await transaction.query(REMOVE_SKIP, key);
  return events;
}

interface SweptRow {
  events: number;
  sweptTo: string | null;
  ended: number;
  leftOver: number;
}
