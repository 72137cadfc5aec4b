import type { Ending } from '../exchange.js';

/** How often a deed got which kind of answer. */
export interface Tally {
  sent: number;
  /** 2xx. */
  taken: number;
  /** 4xx other than 429. */
  refused: number;
  /** 429 and 503. */
  turnedAway: number;
  /** 5xx other than 503. */
  failed: number;
  /** No answer in time, or a connection that was cut. */
  cut: number;
}

export const emptyTally = (): Tally => ({ sent: 0, taken: 0, refused: 0, turnedAway: 0, failed: 0, cut: 0 });

export function countEnding(tally: Tally, ending: Ending): void {
  tally.sent += 1;
  if (typeof ending === 'string') tally.cut += 1;
  else if (ending < 300) tally.taken += 1;
  else if (ending === 429 || ending === 503) tally.turnedAway += 1;
  else if (ending < 500) tally.refused += 1;
  else tally.failed += 1;
}

/** What several accounts were answered, together. */
export function addTally(to: Tally, tally: Tally): void {
  for (const name of Object.keys(tally) as (keyof Tally)[]) to[name] += tally[name];
}
