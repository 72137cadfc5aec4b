import { areaOf, type GroupingItem } from './grouping-item.js';
import { agrees, differs, either, veto, type Level } from './level.js';

const SAME_AREA = agrees('same');
const SAME_ROUND_AREA = agrees('same, a round one');
const SAME_RARE_AREA = agrees('same, a rare one');
const SAME_DECIMALS = agrees('same to the decimal');
const OTHER_DECIMALS = veto('different');
const AREA_WITHIN_2 = differs('within 2 %');
const AREA_WITHIN_5 = differs('within 5 %');
const AREA_APART = veto('more than 5 % apart');

/** Properties below or above, in m², are few; of the others those with round areas are many. */
const [SMALL, LARGE] = [40, 130];

/**
 * Two areas with decimals are two measurements: equal, as far as both go, or of two properties. A whole number may be
 * the other one rounded or cut off: portals do both.
 */
export function compareArea({ listing: a }: GroupingItem, { listing: b }: GroupingItem): Level | undefined {
  const [inA, inB] = [areaOf(a), areaOf(b)];
  if (inA === undefined || inB === undefined) return undefined;
  const [isWholeA, isWholeB] = [Number.isInteger(inA), Number.isInteger(inB)];
  if (!isWholeA && !isWholeB) return inA === inB || isShortened(inA, inB) ? SAME_DECIMALS : OTHER_DECIMALS;
  const whole = isWholeA ? inA : isWholeB ? inB : Math.round(inA);
  if (inA === inB || (isWholeA !== isWholeB && isWholeOf(whole, isWholeA ? inB : inA)))
    return whole <= LARGE && whole % 5 === 0
      ? SAME_ROUND_AREA
      : whole < SMALL || (whole > LARGE && whole % 5 !== 0)
        ? SAME_RARE_AREA
        : SAME_AREA;
  const apart = Math.abs(inA - inB) / Math.max(inA, inB);
  return apart <= 0.02 ? AREA_WITHIN_2 : apart <= 0.05 ? AREA_WITHIN_5 : AREA_APART;
}

/** Rounded or cut off. */
const isWholeOf = (whole: number, exact: number): boolean => whole === Math.round(exact) || whole === Math.floor(exact);

/** Whether one area is the other with fewer decimals: 130.9 of 130.93, 69.68 of 69.677. */
function isShortened(a: number, b: number): boolean {
  const [decimalsOfA, decimalsOfB] = [decimalsOf(a), decimalsOf(b)];
  if (decimalsOfA === decimalsOfB) return false;
  const [short, exact] = decimalsOfA < decimalsOfB ? [a, b] : [b, a];
  const unit = 10 ** Math.min(decimalsOfA, decimalsOfB);
  return isWholeOf(Math.round(short * unit), exact * unit);
}

/** Converted figures, such as from square feet, may have many. */
function decimalsOf(area: number): number {
  let decimals = 1;
  while (decimals < MOST_DECIMALS && !isNearlyWhole(area * 10 ** decimals)) decimals += 1;
  return decimals;
}

const MOST_DECIMALS = 6;

/** 49.3 × 10 is not quite 493. */
const isNearlyWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6;

const SAME_PRICE = agrees('same');
const SAME_PRICE_ON_TWO_SITES = agrees('same on two sites');
const PRICE_LEVELS: readonly (readonly [upTo: number, Level])[] = [
  [1.025, either('within 2.5 %')],
  [1.05, either('within 5 %')],
  [1.1, either('within 10 %')],
  [1.15, either('within 15 %')],
  [1.25, either('within 25 %')],
  [1.4, differs('within 40 %')],
  [1.5, differs('within 50 %')],
];
const PRICES_APART = veto('more than 50 % apart');

/** Prices in one currency; one of 0 is a blank. */
export function comparePrice(
  { listing: a, sourceId: sourceOfA }: GroupingItem,
  { listing: b, sourceId: sourceOfB }: GroupingItem,
): Level | undefined {
  if (!a.price || !b.price || a.currency !== b.currency) return undefined;
  if (a.price === b.price) return sourceOfA === sourceOfB ? SAME_PRICE : SAME_PRICE_ON_TWO_SITES;
  const ratio = Math.max(a.price, b.price) / Math.min(a.price, b.price);
  for (const [upTo, found] of PRICE_LEVELS) if (ratio <= upTo) return found;
  return PRICES_APART;
}

const SAME_YEAR = agrees('same');
const ONE_YEAR_APART = either('one year apart');
const FEW_YEARS_APART = differs('within five years');
const YEARS_APART = differs('more than five years apart');
const YEARS_APART_IN_ONE_SOURCE = veto('more than five years apart in one source');

/** Agencies disagree about the year of one house: a contradiction only within one source. */
export function compareYears(a: number, b: number, sameSource: boolean): Level {
  const apart = Math.abs(a - b);
  if (apart <= 5) return apart === 0 ? SAME_YEAR : apart === 1 ? ONE_YEAR_APART : FEW_YEARS_APART;
  return sameSource ? YEARS_APART_IN_ONE_SOURCE : YEARS_APART;
}

const SAME_LAND = agrees('same');
const LAND_WITHIN_3 = agrees('within 3 %');
const LAND_APART = differs('different');

/** Plots in whole m². Of land itself the plot is the area, and already compared as such. */
export function compareLand({ listing: a }: GroupingItem, { listing: b }: GroupingItem): Level | undefined {
  const [inA, inB] = [a.areas?.land, b.areas?.land];
  if (!inA || !inB || a.propertyType === 'LAND' || b.propertyType === 'LAND') return undefined;
  if (Math.round(inA) === Math.round(inB)) return SAME_LAND;
  return Math.abs(inA - inB) <= 0.03 * Math.max(inA, inB) ? LAND_WITHIN_3 : LAND_APART;
}
