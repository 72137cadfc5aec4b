import { contradict } from '@gable/domain/testing';

import type { GroupingItem } from '@gable/domain/grouping';

type Groups = readonly (readonly GroupingItem[])[];
type Counts = (a: GroupingItem, b: GroupingItem) => boolean;

/** How well groups match the properties that are known, over pairs of listings. */
export interface PairMeasure {
  /** Share of the grouped pairs that are of one property. */
  readonly precision: number;
  /** Share of the pairs of one property that were grouped. */
  readonly recall: number;
  /** Harmonic mean of both. */
  readonly f1: number;
}

/** Measures groups against the known property of each listing, over all pairs or those that `counts`. */
export function measurePairs(
  groups: Groups,
  propertyOf: (item: GroupingItem) => string,
  counts: Counts = () => true,
): PairMeasure {
  const homes = new Map<string, GroupingItem[]>();
  for (const item of groups.flat()) {
    const home = homes.get(propertyOf(item));
    if (home === undefined) homes.set(propertyOf(item), [item]);
    else home.push(item);
  }
  const grouped = countPairs(groups, counts);
  const real = countPairs([...homes.values()], counts);
  const both = countPairs(groups, (a, b) => propertyOf(a) === propertyOf(b) && counts(a, b));
  return { precision: both / grouped, recall: both / real, f1: (2 * both) / (grouped + real) };
}

/**
 * The same per listing (B-cubed: Bagga and Baldwin, 1998): how much of its group is of its property, how much of its
 * property is in its group, averaged over all listings. `precision` averages like the purity of clusters; large
 * properties do not outweigh small ones as they do in pairs.
 */
export function measureListings(groups: Groups, propertyOf: (item: GroupingItem) => string): PairMeasure {
  const sizes = new Map<string, number>();
  for (const item of groups.flat()) sizes.set(propertyOf(item), (sizes.get(propertyOf(item)) ?? 0) + 1);
  let [pure, whole, listings] = [0, 0, 0];
  for (const group of groups) {
    const counts = new Map<string, number>();
    for (const item of group) counts.set(propertyOf(item), (counts.get(propertyOf(item)) ?? 0) + 1);
    for (const [home, count] of counts) {
      pure += (count * count) / group.length;
      whole += (count * count) / sizes.get(home)!;
    }
    listings += group.length;
  }
  const [precision, recall] = [pure / listings, whole / listings];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

/** Share of the listings that are of the home that most of their group is of, 0 to 1. */
export function purityOf(groups: Groups, propertyOf: (item: GroupingItem) => string): number {
  let [ofMost, listings] = [0, 0];
  for (const group of groups) {
    const counts = new Map<string, number>();
    for (const item of group) counts.set(propertyOf(item), (counts.get(propertyOf(item)) ?? 0) + 1);
    ofMost += Math.max(...counts.values());
    listings += group.length;
  }
  return ofMost / listings;
}

/** How many pairs stand in one group although they contradict each other: 0, or the method is broken. */
export function countContradictions(groups: Groups): number {
  return countPairs(groups, (a, b) => contradict(a, b));
}

/** Share of the grouped pairs that two runs over the same listings have in common (Dice coefficient), 0 to 1. */
export function pairAgreement(one: Groups, other: Groups): number {
  const groupOf = new Map(other.flatMap((group) => group.map((item) => [item.id, group] as const)));
  const common = countPairs(one, (a, b) => groupOf.get(a.id) === groupOf.get(b.id));
  return (2 * common) / (countPairs(one, () => true) + countPairs(other, () => true));
}

function countPairs(groups: Groups, counts: Counts): number {
  let pairs = 0;
  for (const group of groups)
    group.forEach((a, i) =>
      group.slice(i + 1).forEach((b) => {
        if (counts(a, b)) pairs++;
      }),
    );
  return pairs;
}
