import type { GroupingItem } from './grouping-item.js';

/** How well groups match the homes that are known, over pairs of listings. */
export interface PairMeasure {
  /** Share of the grouped pairs that are of one home. */
  readonly precision: number;
  /** Share of the pairs of one home that were grouped. */
  readonly recall: number;
  /** Harmonic mean of both. */
  readonly f1: number;
}

/** Measures groups against the known home of each listing, over all pairs or those that `counts`. */
export function measurePairs(
  groups: readonly (readonly GroupingItem[])[], homeOf: (item: GroupingItem) => string, counts: (a: GroupingItem, b: GroupingItem) => boolean = () => true,
): PairMeasure {
  const homes = new Map<string, GroupingItem[]>();
  for (const item of groups.flat()) {
    const home = homeOf(item);
    homes.set(home, [...(homes.get(home) ?? []), item]);
  }
  const grouped = countPairs(groups, counts);
  const real = countPairs(homes.values(), counts);
  const both = countPairs(groups, (a, b) => homeOf(a) === homeOf(b) && counts(a, b));
  return { precision: both / grouped, recall: both / real, f1: (2 * both) / (grouped + real) };
}

function countPairs(groups: Iterable<readonly GroupingItem[]>, counts: (a: GroupingItem, b: GroupingItem) => boolean): number {
  let pairs = 0;
  for (const group of groups) group.forEach((a, i) => group.slice(i + 1).forEach((b) => { if (counts(a, b)) pairs++; }));
  return pairs;
}
