import type { Feature, Listing } from '../../listing/listing.js';
import { comparePlace } from './compare-place.js';
import { areaOf, type GroupingItem, type GroupingStats } from './grouping-item.js';
import { level, veto, type Level, type Signal } from './level.js';

/** Every signal by its name, with the weights of docs/grouping.md (learned there on half of València; text and pictures from first principles). */
export const SIGNALS = {
  deal: equalOrVeto((listing) => listing.transactionType),
  type: equalOrVeto((listing) => listing.propertyType),
  area: compareArea,
  floor: comparedIn((listing) => listing.floor, (a, b) => (a === b ? SAME_FLOOR : OTHER_FLOOR), { both: 1.7, one: -0.8 }),
  bedrooms: comparedIn((listing) => listing.bedrooms, countRooms),
  rooms: comparedIn((listing) => listing.rooms, countRooms),
  price: comparePrice,
  constructionYear: comparedIn((listing) => listing.building?.constructionYear, compareYears, { both: 1.9, one: -2.1 }),
  place: comparePlace,
  bathrooms: comparedIn((listing) => listing.bathrooms, (a, b) => (a === b ? SAME_BATHROOMS : Math.abs(a - b) === 1 ? ONE_BATHROOM_APART : BATHROOMS_APART)),
  condition: comparedIn((listing) => listing.condition, (a, b) => (a !== b ? OTHER_CONDITION : a === 'GOOD' ? SAME_COMMON_CONDITION : SAME_RARE_CONDITION)),
  furnished: feature('furnished', 0.4, 1, -2.6),
  terrace: feature('terrace', 1.2, 0.3, -1.7),
  garden: feature('garden', 1.2, 0, -2.2),
  cellar: feature('cellar', 0.4, 0.2, -2.9),
  lastFloor: feature('lastFloor', 2, 0, -3.6),
  elevator: feature('elevator', 0.2, 0.5, -1.6),
  parking: feature('parking', 0.7, 0, -0.3),
  swimmingPool: feature('swimmingPool', 0.3, 0, -2),
} satisfies Record<string, Signal>;

const DIFFERENT = veto('different');

function equalOrVeto(read: (listing: Listing) => string | undefined): Signal {
  return (a, b) => (read(a.listing) === read(b.listing) ? undefined : DIFFERENT);
}

/** Compares what both state; within one source also what one of them or both leave out. */
function comparedIn<T>(read: (listing: Listing) => T | undefined, compare: (a: T, b: T, sameSource: boolean) => Level, missing?: { both: number; one: number }): Signal {
  const bothMissing = missing && level('both leave it out', missing.both);
  const oneMissing = missing && level('one leaves it out', missing.one);
  return (a, b) => {
    const inA = read(a.listing);
    const inB = read(b.listing);
    const sameSource = a.sourceId === b.sourceId;
    if (inA !== undefined && inB !== undefined) return compare(inA, inB, sameSource);
    if (!sameSource) return undefined;
    return inA === inB ? bothMissing : oneMissing;
  };
}

const COMMON_AREA = level('same, common', 3);
const USUAL_AREA = level('same', 3.2);
const RARE_AREA = level('same, rare', 4.2);
const AREA_WITHIN_2 = level('within 2 %', -1.6);
const AREA_WITHIN_5 = level('within 5 %', -2.1);
const AREA_APART = veto('more than 5 % apart');

function compareArea(a: GroupingItem, b: GroupingItem, stats: GroupingStats): Level | undefined {
  const [inA, inB] = [areaOf(a.listing), areaOf(b.listing)];
  if (inA === undefined || inB === undefined) return undefined;
  if (inA !== inB && !Number.isInteger(inA) && !Number.isInteger(inB)) return DIFFERENT;
  if (Math.round(inA) !== Math.round(inB)) {
    const apart = Math.abs(inA - inB) / Math.max(inA, inB);
    return apart <= 0.02 ? AREA_WITHIN_2 : apart <= 0.05 ? AREA_WITHIN_5 : AREA_APART;
  }
  const share = stats.areaShare?.(Math.round(inA));
  if (share === undefined) return USUAL_AREA;
  const rarity = -Math.log(share);
  return rarity < 4 ? COMMON_AREA : rarity < 6.5 ? USUAL_AREA : RARE_AREA;
}

const SAME_FLOOR = level('same', 2);
const OTHER_FLOOR = veto('different');
const SAME_BATHROOMS = level('same', 0.4);
const ONE_BATHROOM_APART = level('one apart', -3.2);
const BATHROOMS_APART = level('two or more apart', -2.1);
const OTHER_CONDITION = level('different', -3.3);
const SAME_COMMON_CONDITION = level('same, common', 0.4);
const SAME_RARE_CONDITION = level('same, rare', 1);

const SAME_ROOMS = level('same', 0.8);
const ONE_ROOM_APART = level('one apart', -2);
const ROOMS_APART = veto('two or more apart');

function countRooms(a: number, b: number): Level {
  return a === b ? SAME_ROOMS : Math.abs(a - b) < 2 ? ONE_ROOM_APART : ROOMS_APART;
}

const SAME_PRICE = level('same', 2.5);
const PRICE_LEVELS: readonly (readonly [upTo: number, Level])[] = [
  [1.05, level('within 5 %', 0.6)], [1.15, level('within 15 %', 0.2)], [1.25, level('within 25 %', 0.2)], [1.4, level('within 40 %', -1)], [1.5, level('within 50 %', -3)],
];
const PRICES_APART = veto('more than 50 % apart');

function comparePrice({ listing: a }: GroupingItem, { listing: b }: GroupingItem): Level | undefined {
  if (!a.price || !b.price || a.currency !== b.currency) return undefined;
  if (a.price === b.price) return SAME_PRICE;
  const ratio = Math.max(a.price, b.price) / Math.min(a.price, b.price);
  for (const [upTo, found] of PRICE_LEVELS) if (ratio <= upTo) return found;
  return PRICES_APART;
}

const SAME_YEAR = level('same', 2);
const ONE_YEAR_APART = level('one year apart', 1.9);
const FEW_YEARS_APART = level('within five years', -2);
const YEARS_APART = level('more than five years apart', -4);
const YEARS_APART_IN_ONE_SOURCE = veto('more than five years apart');

/** Agencies disagree about the year of one house: a contradiction only within one source. */
function compareYears(a: number, b: number, sameSource: boolean): Level {
  const apart = Math.abs(a - b);
  if (apart <= 5) return apart === 0 ? SAME_YEAR : apart === 1 ? ONE_YEAR_APART : FEW_YEARS_APART;
  return sameSource ? YEARS_APART_IN_ONE_SOURCE : YEARS_APART;
}

function feature(name: Feature, bothHave: number, bothLack: number, differs: number): Signal {
  const have = level('both have it', bothHave);
  const lack = level('both lack it', bothLack);
  const differ = level('only one has it', differs);
  return comparedIn((listing) => listing.features?.[name], (a, b) => (a !== b ? differ : a ? have : lack));
}
