import { GroupingInMemory } from './group-in-order.js';
import type { GroupingItem } from '@gable/domain/grouping';

/** What one more town costs in a store that already holds some. */
export interface Growth {
  readonly adverts: number;
  /** Microseconds of processor time per listing of the last town. */
  readonly microseconds: number;
  readonly pairsCompared: number;
}

/**
 * Groups the same town again and again at other places (all in one memory), until there are `most` listings; `report`
 * hears of every size as it is reached.
 */
export function measureGrowth(town: readonly GroupingItem[], most: number, report: (growth: Growth) => void): void {
  const grouping = new GroupingInMemory();
  for (let copy = 0; copy * town.length < most; copy++) {
    const started = process.cpuUsage();
    const compared = grouping.pairsCompared;
    for (const item of town) grouping.add(elsewhere(item, copy));
    const { user, system } = process.cpuUsage(started);
    report({
      adverts: (copy + 1) * town.length,
      microseconds: (user + system) / town.length,
      pairsCompared: (grouping.pairsCompared - compared) / town.length,
    });
  }
}

/** Two degrees further east for every copy, and under another town: whole towns, as dense as the first. */
function elsewhere({ id, sourceId, listing }: GroupingItem, copy: number): GroupingItem {
  const { location = {} } = listing;
  const { lng, cityId, cityName = '' } = location;
  return {
    id: `${copy}-${id}`,
    sourceId,
    listing: {
      ...listing,
      location: {
        ...location,
        ...(lng !== undefined && { lng: lng + copy * 2 }),
        ...(cityId !== undefined && { cityId: cityId + copy * 1_000 }),
        cityName: `${cityName}${letters(copy)}`,
      },
    },
  };
}

/** Names of towns are compared by their letters. */
function letters(copy: number): string {
  return [...String(copy)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}
