import { drawsFor } from '../generating/seeded-draws.js';
import type { GroupingItem } from '../../property/grouping/grouping-item.js';
import type { GeneratedProperty } from './generated-property.js';
import { makeListings } from './make-listings.js';
import { makeProperties } from './make-properties.js';

/** Listings whose properties are known. */
export interface LabelledListings {
  /** The first state of every listing, in the order in which they were published. */
  readonly arrivals: readonly GroupingItem[];
  /** All states of all listings by time: later ones carry the id of their first. */
  readonly states: readonly GroupingItem[];
  readonly propertyOf: (item: GroupingItem) => string;
  /** The new building of which an listing offers one of several lots that look alike. */
  readonly programmeOf: (item: GroupingItem) => string | undefined;
}

/** Seeds that weights are learned from. */
export const LEARNING_SEEDS: readonly number[] = [101, 102, 103];
/** Seeds that figures are taken from; nothing was learned from them. */
export const SCORING_SEEDS: readonly number[] = [201, 202, 203];

/**
 * Generates listings of several portals and agencies: each agency describes a property in its own words and figures,
 * half of what it repeats elsewhere is re-written, a third of the points are blurred, a third of the floors hidden, a
 * fifth of the properties are lots that look alike (docs/grouping.md). The same for a seed on every machine.
 */
export function generateLabelledListings(seed: number, properties: number): LabelledListings {
  const propertyById = new Map<string, GeneratedProperty>();
  const dated: { item: GroupingItem; day: number; isLater: boolean }[] = [];
  makeProperties(seed, properties).forEach((property, number) => {
    makeListings(property, seed, drawsFor(seed, 'adverts', number)).forEach(({ states, sourceId }, copy) => {
      const id = `${seed}-${number}-${copy}`;
      propertyById.set(id, property);
      states.forEach(({ listing, day }, place) =>
        dated.push({ item: { id, sourceId, listing }, day, isLater: place > 0 }),
      );
    });
  });
  dated.sort((a, b) => a.day - b.day || compareText(a.item.id, b.item.id));
  return {
    arrivals: dated.filter(({ isLater }) => !isLater).map(({ item }) => item),
    states: dated.map(({ item }) => item),
    propertyOf: ({ id }) => propertyById.get(id)!.key,
    programmeOf: ({ id }) => propertyById.get(id)!.lot?.programme,
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
