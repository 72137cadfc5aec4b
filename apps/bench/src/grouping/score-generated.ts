import { generateLabelledListings, type LabelledListings } from '@gable/domain/testing';
import { groupInOrder } from './group-in-order.js';
import type { GroupingItem, GroupingWeights } from '@gable/domain/grouping';
import { scoreGroups, type Figures } from './score-groups.js';

/**
 * Groups generated listings in all their states. Beside the usual figures: of the pairs of different lots of one new
 * building, the share that was merged.
 */
export function scoreGenerated(seed: number, homes: number, weights?: GroupingWeights): Figures {
  const known = generateLabelledListings(seed, homes);
  const grouped = groupInOrder(known.states, weights);
  return {
    adverts: known.arrivals.length,
    ...scoreGroups(grouped, known.propertyOf),
    'look-alike lots merged': lookAlikesMerged(grouped.groups, known),
    'pairs compared per advert': grouped.pairsCompared / known.arrivals.length,
  };
}

function lookAlikesMerged(
  groups: readonly (readonly GroupingItem[])[],
  { arrivals, propertyOf, programmeOf }: LabelledListings,
): number {
  const groupOf = new Map(groups.flatMap((group, i) => group.map(({ id }) => [id, i] as const)));
  const programmes = new Map<string, GroupingItem[]>();
  for (const item of arrivals) {
    const programme = programmeOf(item);
    if (programme !== undefined) programmes.set(programme, [...(programmes.get(programme) ?? []), item]);
  }
  let [alike, merged] = [0, 0];
  for (const items of programmes.values()) {
    items.forEach((a, i) =>
      items.slice(i + 1).forEach((b) => {
        if (propertyOf(a) === propertyOf(b)) return;
        alike++;
        if (groupOf.get(a.id) === groupOf.get(b.id)) merged++;
      }),
    );
  }
  return merged / alike;
}
