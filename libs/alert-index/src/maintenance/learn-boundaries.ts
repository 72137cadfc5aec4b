import type { Boundaries } from '../compile/boundaries.js';
import type { Box } from '../compile/box.js';
import { MAX_BOUNDARIES } from '../storage/slot-layout.js';

/** Different values remembered of each list; above it the rare half is forgotten. */
const MAX_VALUES = 4_096;
const LISTS = ['salePrices', 'rents', 'areas', 'rooms', 'bedrooms'] as const satisfies readonly (keyof Boundaries)[];
const MOST: Readonly<Record<keyof Boundaries, number>> = {
  salePrices: MAX_BOUNDARIES[0],
  rents: MAX_BOUNDARIES[0],
  areas: MAX_BOUNDARIES[1],
  rooms: MAX_BOUNDARIES[2],
  bedrooms: MAX_BOUNDARIES[3],
};

/** Counts the bounds that alerts ask for, to choose boundaries that decide most of them by code alone. */
export class BoundaryLearner {
  private readonly counts: Readonly<Record<keyof Boundaries, Map<number, number>>> = {
    salePrices: new Map(),
    rents: new Map(),
    areas: new Map(),
    rooms: new Map(),
    bedrooms: new Map(),
  };

  note({ transactions, low, high }: Box): void {
    for (const bounds of [low, high]) {
      if ((transactions & 1) !== 0) this.count('salePrices', bounds[0] as number);
      if ((transactions & 2) !== 0) this.count('rents', bounds[0] as number);
      this.count('areas', bounds[1] as number);
      this.count('rooms', bounds[2] as number);
      this.count('bedrooms', bounds[3] as number);
    }
  }

  /** The values asked for most, as many as there may be; of lists nobody asked for, what `fallback` says. */
  learn(fallback: Boundaries): Boundaries {
    return Object.fromEntries(
      LISTS.map((list) => [list, this.counts[list].size === 0 ? fallback[list] : this.mostAsked(list)]),
    ) as unknown as Boundaries;
  }

  /** Share of the bounds seen that stand on these boundaries: 1 when there were none. */
  coverage(boundaries: Boundaries): number {
    let [on, all] = [0, 0];
    for (const list of LISTS) {
      const values = new Set(boundaries[list]);
      for (const [value, count] of this.counts[list]) {
        all += count;
        if (values.has(value)) on += count;
      }
    }
    return all === 0 ? 1 : on / all;
  }

  private mostAsked(list: keyof Boundaries): number[] {
    const byCount = [...this.counts[list]].sort(([, a], [, b]) => b - a);
    return byCount
      .slice(0, MOST[list])
      .map(([value]) => value)
      .sort((a, b) => a - b);
  }

  private count(list: keyof Boundaries, bound: number): void {
    if (!Number.isFinite(bound)) return;
    const counts = this.counts[list];
    counts.set(bound, (counts.get(bound) ?? 0) + 1);
    if (counts.size <= MAX_VALUES) return;
    for (const [value, count] of counts) {
      if (count < 2) counts.delete(value);
      else counts.set(value, count >> 1);
    }
  }
}
