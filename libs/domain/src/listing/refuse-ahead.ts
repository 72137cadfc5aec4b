import type { Violation } from '../parsing/violations.js';

/** How far `observedAt` may be ahead of the clock, in milliseconds: clocks and zones differ by less than a day. */
export const MOST_AHEAD_MS = 24 * 3_600_000;

/**
 * What is wrong with a state that claims to be from the future; undefined where nothing is. Stored, it would keep out
 * every later state of its listing until that time comes. `clock` is the database's.
 */
export function refuseAhead(observedAt: string, clock: Date): Violation | undefined {
  if (Date.parse(observedAt) - clock.getTime() <= MOST_AHEAD_MS) return undefined;
  return {
    propertyPath: 'observedAt',
    message: `is more than 24 h ahead of the database's clock (${clock.toISOString()}), got ${observedAt}`,
  };
}
