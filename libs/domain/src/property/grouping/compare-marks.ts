import type { Listing } from '../../listing/listing.js';
import { marksOf } from './listing-marks.js';
import type { GroupingItem } from './grouping-item.js';
import { agrees, differs, veto, type Level } from './level.js';

const SAME_LOT = agrees('same');
const OTHER_LOT = veto('different');
/** A number of a property in its building: it contradicts. */
export function compareLots({ listing: a }: GroupingItem, { listing: b }: GroupingItem): Level | undefined {
  const [lotA, lotB] = [marksOf(a).lot, marksOf(b).lot];
  return lotA === undefined || lotB === undefined ? undefined : lotA === lotB ? SAME_LOT : OTHER_LOT;
}

const SAME_PRICE = agrees('same price');
const OTHER_PRICE = differs('another price');

/**
 * Properties of one new building share words, pictures and most figures. Where their numbers are not said their prices
 * tell them apart: a developer has one for each, the same wherever it is advertised. Asked only of listings that are
 * written out; bare records round their prices.
 */
export function compareNewBuildings({ listing: a }: GroupingItem, { listing: b }: GroupingItem): Level | undefined {
  if (!a.price || !b.price || a.description === undefined || b.description === undefined) return undefined;
  if (!(isInNewBuilding(a) || isInNewBuilding(b)) || (a.condition ?? b.condition) !== (b.condition ?? a.condition))
    return undefined;
  return a.price === b.price ? SAME_PRICE : OTHER_PRICE;
}

/** Whether a listing offers a new property, or one of the numbered properties of a building. */
export function isInNewBuilding(listing: Listing): boolean {
  return listing.condition === 'NEW' || marksOf(listing).lot !== undefined;
}

const SAME_REFERENCE = agrees('same');
const OTHER_REFERENCE = differs('different');

/** An agency's number of a property; two agencies may use one number for two properties. */
export function compareReferences({ listing: a }: GroupingItem, { listing: b }: GroupingItem): Level | undefined {
  const [inA, inB] = [marksOf(a).reference, marksOf(b).reference];
  if (inA === undefined || inB === undefined) return undefined;
  const [agencyA, agencyB] = [a.publisher?.name, b.publisher?.name];
  if (agencyA !== undefined && agencyB !== undefined && agencyA !== agencyB) return undefined;
  if (inA === inB) return SAME_REFERENCE;
  return agencyA !== undefined && agencyA === agencyB ? OTHER_REFERENCE : undefined;
}
