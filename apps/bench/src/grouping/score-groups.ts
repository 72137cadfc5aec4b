import { countContradictions, measureListings, measurePairs, purityOf } from './measure-pairs.js';
import type { GroupedListings } from './group-in-order.js';
import type { GroupingItem } from '@gable/domain/grouping';

/** Figures of one run by name, each between 0 and 1 but for counts. */
export type Figures = Readonly<Record<string, number>>;

/**
 * What every run is asked: pairs, listings (B-cubed), purity, the largest group, and that no two listings in a group
 * contradict each other.
 */
export function scoreGroups({ groups }: GroupedListings, propertyOf: (item: GroupingItem) => string): Figures {
  const pairs = measurePairs(groups, propertyOf);
  const listings = measureListings(groups, propertyOf);
  return {
    precision: pairs.precision,
    recall: pairs.recall,
    f1: pairs.f1,
    'B³ precision': listings.precision,
    'B³ recall': listings.recall,
    'B³ F1': listings.f1,
    purity: purityOf(groups, propertyOf),
    largest: largestOf(groups),
    contradictions: countContradictions(groups),
  };
}

export function largestOf(groups: GroupedListings['groups']): number {
  return groups.reduce((most, { length }) => Math.max(most, length), 0);
}
