import type { GroupingWeights } from '@gable/domain/grouping';
import { groupInOrder } from './group-in-order.js';
import { measurePairs } from './measure-pairs.js';
import { LABELLED_QUARTERS, type ValenciaListing } from './read-valencia.js';

const SHIFTS_IN_BITS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6];

/**
 * Weights are learned from pairs, but listings join by the average over a group. So the bias is moved to where the
 * listings that were learned from are grouped best (F1 of pairs within a labelled quarter); of equals the first.
 */
export function settleBias(weights: GroupingWeights, adverts: readonly ValenciaListing[]): GroupingWeights {
  const shown = adverts.filter(({ quarter }) => LABELLED_QUARTERS.includes(quarter));
  const known = new Map(shown.map((advert) => [advert.id, advert]));
  let best = { f1: -1, weights };
  for (const shift of SHIFTS_IN_BITS) {
    const shifted = { ...weights, prior: weights.prior + shift, bias: weights.bias + shift };
    const { f1 } = measurePairs(
      groupInOrder(shown, shifted).groups,
      ({ id }) => known.get(id)!.home,
      (a, b) => known.get(a.id)!.quarter === known.get(b.id)!.quarter,
    );
    if (f1 > best.f1) best = { f1, weights: shifted };
  }
  return best.weights;
}
