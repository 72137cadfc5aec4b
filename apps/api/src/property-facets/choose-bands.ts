import type { Band } from '@gable/search';

/** Bands that are chosen where the caller asks for none. */
export const CHOSEN_BANDS = 6;

/**
 * Bands whose ends are values that people say (two digits, then zeros), near those that part what is there into equal
 * shares. Neighbours share their end, which belongs to both. Of one value there are two bands, up to it and from it.
 */
export function chooseBands(quantiles: readonly number[]): Band[] {
  if (quantiles.length === 0) return [];
  const ends = [...new Set(quantiles.map(roundly))].sort((a, b) => a - b);
  return [...ends, null].map((max, place) => ({ min: ends[place - 1] ?? null, max }));
}

function roundly(value: number): number {
  return Number(value.toPrecision(2));
}
