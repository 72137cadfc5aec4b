/**
 * Verdicts on the listings of one pass, remembered in one word beside what gave them: the stamp of the pass (its
 * epoch times 16) and two bits for each of its two sides. A word that carries another stamp remembers nothing.
 */

/** What is remembered for a side. */
export const UNKNOWN = 0;
export const PASSED = 3;
const FAILED = 1;

export function remembered(memo: number, stamp: number, side: number): number {
  return (memo & ~15) === stamp ? (memo >>> (2 * side)) & 3 : UNKNOWN;
}

/** The memo with one verdict more. */
export function remember(memo: number, stamp: number, side: number, passed: boolean): number {
  return ((memo & ~15) === stamp ? memo : stamp) | ((passed ? PASSED : FAILED) << (2 * side));
}
