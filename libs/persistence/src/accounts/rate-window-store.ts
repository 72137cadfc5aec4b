import type { Database } from '../database/database.js';
import { TAKE_PORTIONS } from './statements/rate-windows.js';

/** A portion of the minute of a key that a process wants. */
export interface WantedPortion {
  /** The public uuid of the key. */
  readonly key: string;
  /** Requests in a minute, of all processes. */
  readonly limit: number;
  readonly wanted: number;
}

/** What it got, and how the minute stands. */
export interface TakenPortion {
  readonly key: string;
  readonly taken: number;
  /** What all processes have taken in this minute. */
  readonly granted: number;
  readonly endsInMs: number;
}

/** Counts the requests of keys for all API processes on this database. */
export class RateWindowStore {
  constructor(private readonly database: Database) {}

  /** Takes what is left, no more than wanted, in one statement. */
  take(portions: readonly WantedPortion[]): Promise<TakenPortion[]> {
    return this.database.query<TakenPortion>(TAKE_PORTIONS, [
      portions.map(({ key }) => key),
      portions.map(({ limit }) => limit),
      portions.map(({ wanted }) => wanted),
    ]);
  }
}
