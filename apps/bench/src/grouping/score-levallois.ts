import { textShingles, textSimilarity } from '@gable/domain/testing';
import type { GroupingItem, GroupingWeights } from '@gable/domain/grouping';
import { groupInOrder } from './group-in-order.js';
import { labelDwellings } from './levallois/label-dwellings.js';
import type { LevalloisListing } from './levallois/read-levallois.js';
import { pairAgreement } from './measure-pairs.js';
import { scoreGroups, type Figures } from './score-groups.js';
import { shuffled } from './shuffled.js';

/** Words that two adverts of one agency share at least, where they look alike and are of two homes. */
const ALIKE = 0.25;

/**
 * Groups all adverts of the town together, and scores those dwellings that stand at odd places in the order of their
 * labels: the half that nobody looked at. Beside the usual figures: of the pairs that look alike and are of two
 * dwellings (one area or one price but not both, or words that are alike), the share that was merged.
 */
export function scoreLevallois(adverts: readonly LevalloisListing[], weights?: GroupingWeights): Figures {
  const dwellings = labelDwellings(adverts);
  const judged = new Set([...new Set(dwellings.values())].sort().filter((_, place) => place % 2 === 1));
  const dwellingOf = ({ id }: GroupingItem): string => dwellings.get(id)!;
  const isJudged = (item: GroupingItem): boolean => judged.has(dwellingOf(item));
  const grouped = groupInOrder(adverts, weights);
  const groups = grouped.groups.map((group) => group.filter(isJudged)).filter(({ length }) => length > 0);
  return {
    adverts: adverts.length,
    judged: groups.flat().length,
    ...scoreGroups({ groups, pairsCompared: 0 }, dwellingOf),
    'look-alikes merged': lookAlikesMerged(grouped.groups, adverts.filter(isJudged), dwellingOf),
    'pairs compared per advert': grouped.pairsCompared / adverts.length,
    'agreement when shuffled': pairAgreement(grouped.groups, groupInOrder(shuffled(adverts), weights).groups),
  };
}

function lookAlikesMerged(
  groups: readonly (readonly GroupingItem[])[],
  judged: readonly GroupingItem[],
  dwellingOf: (item: GroupingItem) => string,
): number {
  const groupOf = new Map(groups.flatMap((group, place) => group.map(({ id }) => [id, place] as const)));
  let [alike, merged] = [0, 0];
  judged.forEach((a, place) => {
    for (const b of judged.slice(place + 1)) {
      if (dwellingOf(a) === dwellingOf(b) || !lookAlike(a, b)) continue;
      alike++;
      if (groupOf.get(a.id) === groupOf.get(b.id)) merged++;
    }
  });
  return merged / alike;
}

function lookAlike({ listing: a }: GroupingItem, { listing: b }: GroupingItem): boolean {
  if (a.transactionType !== b.transactionType || a.propertyType !== b.propertyType) return false;
  const sameArea = a.area !== undefined && b.area !== undefined && Math.round(a.area) === Math.round(b.area);
  const samePrice = a.price !== undefined && a.price === b.price;
  if (sameArea && samePrice) return false; // of one dwelling, as likely as not: two agencies, each in words of its own
  if (sameArea || samePrice) return true;
  const [inA, inB] = [textShingles(a), textShingles(b)];
  return inA !== undefined && inB !== undefined && textSimilarity(inA, inB) >= ALIKE;
}
