import type { LevalloisListing } from './read-levallois.js';
import { WordRuns } from './word-runs.js';

/**
 * Silver labels, the dwelling of every advert by its id: two adverts are of one dwelling where the deal, type, area and
 * price agree and the shorter text has half of its runs of three words from the longer one; where area or price agree
 * only nearly, four fifths. And so on from advert to advert. Nothing of the method is asked, nor its weights; price
 * histories, which grouping never sees, are.
 */
export function labelDwellings(adverts: readonly LevalloisListing[]): ReadonlyMap<string, string> {
  const words = new WordRuns(adverts);
  const parents = new Map(adverts.map(({ id }) => [id, id]));
  const rootOf = (id: string): string => {
    let root = id;
    while (parents.get(root) !== root) root = parents.get(root)!;
    return root;
  };
  adverts.forEach((a, place) => {
    for (const b of adverts.slice(0, place))
      if (rootOf(a.id) !== rootOf(b.id) && words.shared(a, b) >= shareNeeded(a, b))
        parents.set(rootOf(a.id), rootOf(b.id));
  });
  return new Map(adverts.map(({ id }) => [id, rootOf(id)]));
}

/** How much of their words two adverts of one dwelling have in common; Infinity where their figures say it is none. */
function shareNeeded(a: LevalloisListing, b: LevalloisListing): number {
  const [one, other] = [a.listing, b.listing];
  if (one.transactionType !== other.transactionType || one.propertyType !== other.propertyType) return Infinity;
  if (one.rooms !== undefined && other.rooms !== undefined && Math.abs(one.rooms - other.rooms) > 1) return Infinity;
  const isNew = one.condition === 'NEW' || other.condition === 'NEW';
  const apart = Math.abs((one.area || other.area || 0) - (other.area || one.area || 0));
  const sameArea = apart < (isNew ? 0.01 : 1);
  const samePrice = one.price !== undefined && one.price === other.price;
  if (sameArea && samePrice) return 0.5;
  const nearly = apart <= 0.03 * (one.area ?? 0) || sameArea;
  return !isNew && nearly && (samePrice || pricesMeet(a, b)) ? 0.8 : Infinity;
}

function pricesMeet(a: LevalloisListing, b: LevalloisListing): boolean {
  if ([...a.prices].some((price) => b.prices.has(price))) return true;
  const [one, other] = [a.listing.price ?? 0, b.listing.price ?? 0];
  return one > 0 && Math.abs(one - other) <= 0.01 * one;
}
