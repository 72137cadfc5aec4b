import { LOCK_ALERTS } from '../alerts/statements/commit-step.js';
import type { Database, Transaction } from '../database/database.js';
import {
  BLANK_IN_SEGMENTS,
  CLOSE,
  ERASE_EVENTS,
  ERASE_MARKET_EVENTS,
  LOCK_DELIVERIES,
  LOCK_NOTIFICATIONS,
  SELECT_EVENTS_OF,
  SELECT_MARKET_EVENTS_OF,
  SELECT_OPEN,
  SELECT_SEGMENT_ROWS_OF,
  TAKE_FENCES,
} from './statements/erase-events.js';

/** Listings whose events are looked for at once: the tables are read once for all of them. */
const AT_ONCE = 20_000;
/** Rows of segments that are written at once, a megabyte: alerts wait for the end of any transaction that writes. */
const SEGMENT_ROWS = 250;

/** What one step of the removal did. */
export interface ErasedEvents {
  /** Alert events, and deliveries that carried nothing else. */
  readonly events: number;
  readonly deliveries: number;
  /** WAITS: somebody is writing or sending some of them; to be asked again in a moment. */
  readonly state: 'DONE' | 'GOES_ON' | 'WAITS';
}

interface SegmentRow {
  readonly segmentId: number;
  readonly place: number;
}

interface EventRow {
  alertId: string;
  id: string;
  deliveryId: string | null;
}

/**
 * Removes what alerts, deliveries, analytics and the index of phrases still say of erased listings. Every listing says
 * by itself whether it is done, so whatever was killed goes on where it was. Two at once are harmless.
 */
export class EventErasureStore {
  constructor(private readonly database: Database) {}

  async step(): Promise<ErasedEvents> {
    await this.database.query(TAKE_FENCES);
    const open = await this.database.query<{ listingId: string; isSettled: boolean }>(SELECT_OPEN, [AT_ONCE]);
    if (open.length === 0) return { events: 0, deliveries: 0, state: 'DONE' };
    const ids = open.filter(({ isSettled }) => isSettled).map(({ listingId }) => listingId);
    if (ids.length === 0) return WAITS;
    await this.blankInSegments(ids);
    // Found before the transaction has an id: until it ends, alerts are not matched with what others commit meanwhile.
    const events = await this.database.query<EventRow>(SELECT_EVENTS_OF, [ids]);
    const market = await this.database.query<{ id: number }>(SELECT_MARKET_EVENTS_OF, [ids]);
    return this.database.transaction(async (transaction) => {
      if (await isBeingSent(transaction, events)) return WAITS;
      const erased = await eraseEvents(transaction, events);
      await transaction.query(ERASE_MARKET_EVENTS, [market.map(({ id }) => id)]);
      await transaction.query(CLOSE, [ids]);
      return { ...erased, state: 'GOES_ON' };
    });
  }

  private async blankInSegments(ids: readonly string[]): Promise<void> {
    const rows = await this.database.query<SegmentRow>(SELECT_SEGMENT_ROWS_OF, [ids]);
    for (let at = 0; at < rows.length; at += SEGMENT_ROWS) {
      const portion = rows.slice(at, at + SEGMENT_ROWS);
      await this.database.query(BLANK_IN_SEGMENTS, [
        ids,
        portion.map(({ segmentId }) => segmentId),
        portion.map(({ place }) => place),
      ]);
    }
  }
}

const WAITS: ErasedEvents = { events: 0, deliveries: 0, state: 'WAITS' };

/**
 * Locks what would send these events. Whoever sends something again has locked its alert, so it has queued it before,
 * or finds it gone. In the order of matching: alerts, then attempts.
 */
async function isBeingSent(transaction: Transaction, events: readonly EventRow[]): Promise<boolean> {
  const deliveries = deliveriesOf(events);
  const ids = deliveries.map(({ deliveryId }) => deliveryId);
  if (ids.length === 0) return false;
  await transaction.query(LOCK_ALERTS, [[...new Set(deliveries.map(({ alertId }) => alertId))]]);
  await transaction.query(LOCK_NOTIFICATIONS, [ids]);
  const waiting = await transaction.query<{ isTaken: boolean }>(LOCK_DELIVERIES, [ids]);
  return waiting.some(({ isTaken }) => isTaken);
}

async function eraseEvents(
  transaction: Transaction,
  events: readonly EventRow[],
): Promise<{ events: number; deliveries: number }> {
  if (events.length === 0) return { events: 0, deliveries: 0 };
  const deliveries = deliveriesOf(events);
  const [erased] = await transaction.query<{ events: number; deliveries: number }>(ERASE_EVENTS, [
    events.map(({ alertId }) => alertId),
    events.map(({ id }) => id),
    deliveries.map(({ deliveryId }) => deliveryId),
    deliveries.map(({ alertId }) => alertId),
  ]);
  return erased!;
}

/** Each once. */
function deliveriesOf(events: readonly EventRow[]): { deliveryId: string; alertId: string }[] {
  const alertOf = new Map(
    events.flatMap(({ deliveryId, alertId }) => (deliveryId === null ? [] : [[deliveryId, alertId] as const])),
  );
  return [...alertOf].map(([deliveryId, alertId]) => ({ deliveryId, alertId }));
}
