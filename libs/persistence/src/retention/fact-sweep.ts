import type { Database } from '../database/database.js';
import {
  DELETE_MARKET_EVENTS,
  DELETE_OLD_ROLLUPS,
  DELETE_REVISIONS,
  SELECT_OLD_MARKET_EVENTS,
  SELECT_OLD_REVISIONS,
  SELECT_OLDEST_CHANGE,
} from './statements/old-facts.js';
import { FIRST, type Sweep, type SweepPosition, type SweptPortion } from './sweep.js';

const LISTINGS = 500;
const REVISIONS_OF_EACH = 20;
const MARKET_EVENTS = 2_000;
/** An event may be written as long after its change as matching stood still, and shows the states of the change. */
const MATCHING_STOOD_STILL_MS = 30 * 86_400_000;

/** States that others have replaced, with what is derived of them; never one that an event or a delivery shows. */
export class RevisionSweep implements Sweep {
  constructor(private readonly database: Database) {}

  async portion({ ownerId: after, id }: SweepPosition, cutoff: Date, oldestEvent: Date): Promise<SweptPortion> {
    const rows = await this.database.query<{ id: string; ids: number[] | null }>(SELECT_OLD_REVISIONS, [
      after,
      await this.replacedBefore(cutoff, oldestEvent),
      LISTINGS,
      REVISIONS_OF_EACH,
    ]);
    const listingIds = rows.flatMap((row) => (row.ids ?? []).map(() => row.id));
    const revisionIds = rows.flatMap(({ ids }) => ids ?? []);
    if (listingIds.length > 0) await this.database.query(DELETE_REVISIONS, [listingIds, revisionIds]);
    const hasMore = rows.some(({ ids }) => ids?.length === REVISIONS_OF_EACH);
    const next = rows.length < LISTINGS ? null : { ownerId: rows.at(-1)!.id, id };
    return {
      removed: { listing_revision: listingIds.length },
      waiting: 0,
      next: hasMore ? { ownerId: after, id } : next,
    };
  }

  private async replacedBefore(cutoff: Date, oldestEvent: Date): Promise<Date> {
    const [change] = await this.database.query<{ at: Date | null }>(SELECT_OLDEST_CHANGE);
    const needed = Math.min(oldestEvent.getTime(), change!.at?.getTime() ?? Infinity) - MATCHING_STOOD_STILL_MS;
    return new Date(Math.min(cutoff.getTime(), needed));
  }
}

/** Market events of whole months, and the rollups of these months after them. */
export class MarketEventSweep implements Sweep {
  constructor(private readonly database: Database) {}

  async portion(_: SweepPosition, cutoff: Date): Promise<SweptPortion> {
    const month = new Date(Date.UTC(cutoff.getUTCFullYear(), cutoff.getUTCMonth()));
    const old = await this.database.query<{ id: number }>(SELECT_OLD_MARKET_EVENTS, [month, MARKET_EVENTS]);
    if (old.length > 0) await this.database.query(DELETE_MARKET_EVENTS, [old.map(({ id }) => id)]);
    const hasMore = old.length === MARKET_EVENTS;
    if (!hasMore) await this.database.query(DELETE_OLD_ROLLUPS, [month.getUTCFullYear() * 12 + month.getUTCMonth()]);
    return { removed: { market_event: old.length }, waiting: 0, next: hasMore ? FIRST : null };
  }
}
