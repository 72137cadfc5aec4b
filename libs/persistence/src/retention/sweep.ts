import { FIRST_ID } from '../database/new-id.js';

/** Tables that lose rows by their age, as metrics name them. */
export const RETAINED_TABLES = [
  'alert_event',
  'event_notification',
  'alert_criteria_history',
  'listing_revision',
  'market_event',
] as const;

/** One of RETAINED_TABLES. */
export type RetainedTable = (typeof RETAINED_TABLES)[number];

/** Where a sweep goes on: behind this row of this owner (an alert, an account or a listing). */
export interface SweepPosition {
  readonly ownerId: string;
  readonly id: string;
}

/** What one portion did. */
export interface SweptPortion {
  readonly removed: Partial<Record<RetainedTable, number>>;
  /** Rows that are old enough and stay: something that goes with them waits to be sent, or is younger. */
  readonly waiting: number;
  /** Of the events among these, since when the oldest is there. */
  readonly oldestKept?: Date | null;
  /** Null behind the last. */
  readonly next: SweepPosition | null;
}

/** Removes old rows of some tables, a short transaction for each portion. */
export interface Sweep {
  /** What is older than `cutoff` goes. `oldestEvent`: no event of an alert is older, as far as the pass has come. */
  portion(from: SweepPosition, cutoff: Date, oldestEvent: Date): Promise<SweptPortion>;
}

/** Before every row. */
export const FIRST: SweepPosition = {
  ownerId: FIRST_ID,
  id: FIRST_ID,
};
