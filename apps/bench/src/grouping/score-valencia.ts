import { groupInOrder } from './group-in-order.js';
import { measurePairs, pairAgreement } from './measure-pairs.js';
import type { GroupingItem, GroupingWeights } from '@gable/domain/grouping';
import { LABELLED_QUARTERS, type Half, type ValenciaListing } from './read-valencia.js';
import { scoreGroups, type Figures } from './score-groups.js';
import { shuffled } from './shuffled.js';

/** Groups one half of València, with weights that were learned without it, or all of it. */
export function scoreValencia(
  adverts: readonly ValenciaListing[],
  half: Half | undefined,
  weights: GroupingWeights,
): Figures {
  const scored = adverts.filter((advert) => half === undefined || advert.half === half);
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

/** The same adverts where each names only its town: little can be found, and much could be compared in vain. */
export function scoreWithoutPoints(adverts: readonly ValenciaListing[], weights?: GroupingWeights): Figures {
  const known = new Map(adverts.map((advert) => [advert.id, advert]));
  const bare = adverts.map((advert) => ({
    ...advert,
    listing: { ...advert.listing, location: { cityName: 'València' } },
  }));
  const grouped = groupInOrder(bare, weights);
  return {
    adverts: bare.length,
    ...scoreGroups(grouped, ({ id }) => known.get(id)!.home),
    'pairs compared per advert': grouped.pairsCompared / bare.length,
  };
}
