import { groupInOrder } from './group-in-order.js';
import { measurePairs, pairAgreement } from './measure-pairs.js';
import type { GroupingItem, GroupingWeights } from '@gable/domain/grouping';
import { LABELLED_QUARTERS, type Half, type ValenciaListing } from './read-valencia.js';
import { scoreGroups, type Figures } from './score-groups.js';

/** Groups one half of València with weights that were learned without it. */
export function scoreValencia(adverts: readonly ValenciaListing[], half: Half, weights: GroupingWeights): Figures {
  const scored = adverts.filter((advert) => advert.half === half);
  const known = new Map(scored.map((advert) => [advert.id, advert]));
  const advertOf = ({ id }: GroupingItem): ValenciaListing => known.get(id)!;
  const grouped = groupInOrder(scored, weights);
  const labelled = measurePairs(
    grouped.groups,
    (item) => advertOf(item).home,
    (a, b) => {
      const { quarter } = advertOf(a);
      return quarter === advertOf(b).quarter && LABELLED_QUARTERS.includes(quarter);
    },
  );
  return {
    adverts: scored.length,
    ...scoreGroups(grouped, (item) => advertOf(item).home),
    'precision in a quarter': labelled.precision,
    'recall in a quarter': labelled.recall,
    'F1 in a quarter': labelled.f1,
    'pairs compared per advert': grouped.pairsCompared / scored.length,
    'agreement when shuffled': pairAgreement(grouped.groups, groupInOrder(shuffled(scored), weights).groups),
  };
}

/** Another order, always the same one: by the fractional parts of multiples of the golden ratio. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item, place) => [(place * 0.6180339887498949) % 1, item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}
