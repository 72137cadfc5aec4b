import { distanceMeters } from '../../geo/distance.js';
import type { Feature, Listing } from '../../listing/listing.js';
import { areaOf, MAX_EXACT_REACH_METERS, spotOf, townOf, type GroupingItem, type GroupingStats } from './grouping-item.js';
import { textSimilarity, textShingles } from './text-shingles.js';

/** How one attribute of two listings compares. `weight` is its evidence in bits that both show one home; a veto says that they cannot. */
export interface Level {
  readonly level: string;
  readonly weight: number;
  readonly veto?: true;
}

/** Compares one attribute; undefined where the two listings say nothing about it together. */
export type Signal = (a: GroupingItem, b: GroupingItem, stats: GroupingStats) => Level | undefined;

const level = (name: string, weight: number): Level => ({ level: name, weight });
const veto = (name: string, weight: number): Level => ({ level: name, weight, veto: true });

/** Every signal by its name, with the weights of GROUPING.md (learned there on half of València; text and pictures from first principles). */
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

/** Costly signals, looked at only where nothing contradicts. Together they weigh the larger and 0.35 of the smaller: both come from one advert copied. */
export const COPY_SIGNALS = { text: compareText, pictures: comparePictures } satisfies Record<string, Signal>;

const CONTRADICTION = -10;
const DIFFERENT = veto('different', CONTRADICTION);

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
const AREA_APART = veto('more than 5 % apart', CONTRADICTION);

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
const OTHER_FLOOR = veto('different', CONTRADICTION);
const SAME_BATHROOMS = level('same', 0.4);
const ONE_BATHROOM_APART = level('one apart', -3.2);
const BATHROOMS_APART = level('two or more apart', -2.1);
const OTHER_CONDITION = level('different', -3.3);
const SAME_COMMON_CONDITION = level('same, common', 0.4);
const SAME_RARE_CONDITION = level('same, rare', 1);

const SAME_ROOMS = level('same', 0.8);
const ONE_ROOM_APART = level('one apart', -2);
const ROOMS_APART = veto('two or more apart', CONTRADICTION);

function countRooms(a: number, b: number): Level {
  return a === b ? SAME_ROOMS : Math.abs(a - b) < 2 ? ONE_ROOM_APART : ROOMS_APART;
}

const SAME_PRICE = level('same', 2.5);
const PRICE_LEVELS: readonly (readonly [upTo: number, Level])[] = [
  [1.05, level('within 5 %', 0.6)], [1.15, level('within 15 %', 0.2)], [1.25, level('within 25 %', 0.2)], [1.4, level('within 40 %', -1)], [1.5, level('within 50 %', -3)],
];
const PRICES_APART = veto('more than 50 % apart', CONTRADICTION);

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
const YEARS_APART_IN_ONE_SOURCE = veto('more than five years apart', CONTRADICTION);

/** Agencies disagree about the year of one house: a contradiction only within one source. */
function compareYears(a: number, b: number, sameSource: boolean): Level {
  const apart = Math.abs(a - b);
  if (apart <= 5) return apart === 0 ? SAME_YEAR : apart === 1 ? ONE_YEAR_APART : FEW_YEARS_APART;
  return sameSource ? YEARS_APART_IN_ONE_SOURCE : YEARS_APART;
}

const PLACE_LEVELS: readonly (readonly [upTo: number, name: string, weight: number])[] = [[0.25, 'close', 1.6], [0.5, 'close', 1.1], [0.75, 'near', 1.5], [1, 'near', 0.6]];
const PLACES_FAR = level('farther than usual', -1.6);
const PLACES_APART = veto('too far apart', CONTRADICTION);
const OTHER_TOWN = veto('another town', CONTRADICTION);

function comparePlace({ listing: a }: GroupingItem, { listing: b }: GroupingItem, stats: GroupingStats): Level | undefined {
  const [spotA, spotB] = [spotOf(a), spotOf(b)];
  if (spotA === undefined || spotB === undefined) return compareTowns(a, b, stats);
  const reach = spotA.reachMeters + spotB.reachMeters;
  const ratio = distanceMeters(spotA, spotB) / reach;
  if (ratio > 1.6) return PLACES_APART;
  if (Math.max(spotA.reachMeters, spotB.reachMeters) > MAX_EXACT_REACH_METERS) return compareTowns(a, b, stats);
  // An agreement within 30 m is rarer by chance than one within 120 m.
  const sharpness = Math.max(-3, Math.min(3, Math.log2(120 / reach)));
  for (const [upTo, name, weight] of PLACE_LEVELS) if (ratio <= upTo) return level(name, weight + sharpness);
  return PLACES_FAR;
}

/** The prior speaks of some 280 listings around a point (GROUPING.md); in a whole town as many more could be the other one. */
const LISTINGS_AROUND_A_POINT = 280;
const LISTINGS_IN_A_TOWN = 5_000;

function compareTowns(a: Listing, b: Listing, stats: GroupingStats): Level | undefined {
  const [townA, townB] = [townOf(a), townOf(b)];
  if (townA !== undefined && townB !== undefined && townA !== townB) return OTHER_TOWN;
  const inTown = stats.listingsInTown?.(a) ?? LISTINGS_IN_A_TOWN;
  return level('only the town is known', Math.min(0, -Math.log2(Math.max(1, inTown) / LISTINGS_AROUND_A_POINT)));
}

function feature(name: Feature, bothHave: number, bothLack: number, differs: number): Signal {
  const have = level('both have it', bothHave);
  const lack = level('both lack it', bothLack);
  const differ = level('only one has it', differs);
  return comparedIn((listing) => listing.features?.[name], (a, b) => (a !== b ? differ : a ? have : lack));
}

const TEXT_LEVELS: readonly (readonly [below: number, Level])[] = [
  [0.02, level('different', -1)], [0.1, level('a few common phrases', 0.7)], [0.25, level('common phrases', 2)], [0.5, level('alike', 4.5)], [0.8, level('largely the same', 7.5)],
];
const SAME_TEXT = level('the same', 10);
/** A shingle or a picture in more listings than this belongs to an agency or a building. */
const FREQUENT = 15;

function compareText({ listing: a }: GroupingItem, { listing: b }: GroupingItem, stats: GroupingStats): Level | undefined {
  const [inA, inB] = [textShingles(a), textShingles(b)];
  if (inA === undefined || inB === undefined) return undefined;
  const similarity = textSimilarity(inA, inB, (shingle) => (stats.listingsWithShingle?.(shingle) ?? 0) > FREQUENT);
  if (similarity === undefined) return undefined;
  for (const [below, found] of TEXT_LEVELS) if (similarity < below) return found;
  return SAME_TEXT;
}

const ONE_PICTURE = level('one shared', 5);
const SOME_PICTURES = level('some shared', 7.5);
const MOST_PICTURES = level('half or more shared', 9.5);

function comparePictures({ listing: a }: GroupingItem, { listing: b }: GroupingItem, stats: GroupingStats): Level | undefined {
  if (a.pictures === undefined || b.pictures === undefined) return undefined;
  const inB = new Set(b.pictures);
  let shared = 0;
  for (const picture of new Set(a.pictures)) if (inB.has(picture) && (stats.listingsWithPicture?.(picture) ?? 0) <= FREQUENT) shared++;
  if (shared === 0) return undefined;
  if (shared === 1) return ONE_PICTURE;
  return shared * 2 >= Math.min(a.pictures.length, b.pictures.length) ? MOST_PICTURES : SOME_PICTURES;
}
