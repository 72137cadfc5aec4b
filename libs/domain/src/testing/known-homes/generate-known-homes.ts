import { drawsFor } from '../generating/seeded-draws.js';
import type { GroupingItem } from '../../property/grouping/grouping-item.js';
import type { KnownHome } from './known-home.js';
import { makeAdverts } from './make-listings.js';
import { makeHomes } from './make-homes.js';

/** Adverts whose homes are known. */
export interface KnownHomes {
  /** The first state of every advert, in the order in which they were published. */
  readonly arrivals: readonly GroupingItem[];
  /** All states of all adverts by time: later ones carry the id of their first. */
  readonly states: readonly GroupingItem[];
  readonly homeOf: (item: GroupingItem) => string;
  /** The new building of which an advert offers one of several lots that look alike. */
  readonly programmeOf: (item: GroupingItem) => string | undefined;
}

/** Seeds that weights are learned from. */
export const LEARNING_SEEDS: readonly number[] = [101, 102, 103];
/** Seeds that figures are taken from; nothing was learned from them. */
export const SCORING_SEEDS: readonly number[] = [201, 202, 203];

/**
 * Generates adverts of several portals and agencies: each agency describes a home in its own words and figures, half
 * of what it repeats elsewhere is re-written, a third of the points are blurred, a third of the floors hidden, a
 * fifth of the homes are lots that look alike (docs/grouping.md). The same for a seed on every machine.
 */
export function generateKnownHomes(seed: number, homes: number): KnownHomes {
  const homeById = new Map<string, KnownHome>();
  const dated: { item: GroupingItem; day: number; isLater: boolean }[] = [];
  makeHomes(seed, homes).forEach((home, number) => {
    makeAdverts(home, seed, drawsFor(seed, 'adverts', number)).forEach(({ states, sourceId }, advert) => {
      const id = `${seed}-${number}-${advert}`;
      homeById.set(id, home);
      states.forEach(({ listing, day }, place) =>
        dated.push({ item: { id, sourceId, listing }, day, isLater: place > 0 }),
      );
    });
  });
  dated.sort((a, b) => a.day - b.day || compareText(a.item.id, b.item.id));
  return {
    arrivals: dated.filter(({ isLater }) => !isLater).map(({ item }) => item),
    states: dated.map(({ item }) => item),
    homeOf: ({ id }) => homeById.get(id)!.key,
    programmeOf: ({ id }) => homeById.get(id)!.lot?.programme,
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
