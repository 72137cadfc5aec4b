/** Requests that a process wants to admit of a key. */
export interface Ask {
  readonly key: string;
  /** Requests of the key in a minute, of all processes. */
  readonly limit: number;
  readonly wanted: number;
}

/** What it may admit, and how the minute of the key stands. */
export interface Taken {
  readonly key: string;
  /** No more than was wanted. */
  readonly taken: number;
  /** What all processes have taken in this minute. */
  readonly granted: number;
  readonly endsInMs: number;
}

/** Counts requests for all processes. A minute of a key begins with its first request. */
export interface WindowStore {
  /** Answers each of them, in any order; nothing asked is a question whether it is there. */
  take(asks: readonly Ask[]): Promise<readonly Taken[]>;
}

/** The minute. */
export const WINDOW_MS = 60_000;
