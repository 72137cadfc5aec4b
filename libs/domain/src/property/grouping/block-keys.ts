import type { Listing } from '../../listing/listing.js';
import { cellOf, cellsAround } from './cells.js';
import { areaOf, MAX_EXACT_REACH_METERS, spotOf, townOf, type Spot } from './grouping-item.js';
import { stableHash } from './stable-hash.js';
import { textBands } from './text-shingles.js';

/** How many of the newest listings under one key are worth comparing (docs/grouping.md: 16 did as well as 64). */
export const NEWEST_PER_KEY = 16;
/** Pictures that get a key; the first ones are the likeliest to be kept when a listing is written anew. */
const MAX_PICTURE_KEYS = 3;

/**
 * The keys under which a listing is kept for others to find, as decimal texts of non-negative 53-bit integers (for a
 * bigint column). At most 11: area and layout in its own cell, area with about the price and the exact price in its
 * town, three pictures, four bands of its text. Empty where deal or type is unknown: nothing could be compared.
 */
export function storedKeys(listing: Listing): string[] {
  const spot = exactSpot(listing);
  return makeKeys(listing, spot && [cellOf(spot)], {
    shelves: [spot ? 'placed' : 'unplaced'],
    bandsOf: (price) => [Math.floor(priceBand(price))],
    priceKeys: [areaOf(listing) === undefined ? PRICE_ALONE : PRICE_WITH_AREA],
  });
}

/**
 * The keys under which the listings that may show the same property are kept, at most 18. A listing with an exact point
 * looks into the cells within 150 m of it and, in its town, only among those without one; a listing without an exact
 * point looks among all of its town.
 */
export function probedKeys(listing: Listing): string[] {
  const spot = exactSpot(listing);
  return makeKeys(listing, spot && cellsAround(spot), {
    shelves: spot ? ['unplaced'] : ['unplaced', 'placed'],
    bandsOf: nearestBands,
    priceKeys: areaOf(listing) === undefined ? [PRICE_ALONE, PRICE_WITH_AREA] : [PRICE_ALONE],
  });
}

/**
 * By its price alone a listing without an area is looked for by all others, one with an area only by those without:
 * where both state it, their areas lead to each other, and of one price a large town has hundreds.
 */
const [PRICE_ALONE, PRICE_WITH_AREA] = ['town-price-alone', 'town-price'];

/** Where in its town a listing is kept or looked for. */
interface TownKeys {
  readonly shelves: readonly string[];
  readonly bandsOf: (price: number) => readonly number[];
  readonly priceKeys: readonly string[];
}

function makeKeys(
  listing: Listing,
  cells: readonly string[] | undefined,
  { shelves, bandsOf, priceKeys }: TownKeys,
): string[] {
  if (listing.transactionType === undefined || listing.propertyType === undefined) return [];
  const sort = `${listing.transactionType}|${listing.propertyType}`;
  const area = areaOf(listing);
  const layout = layoutOf(listing);
  // A set: a listing may name one picture twice, and bands of its text may be equal.
  const keys = new Set<string>();
  const add = (key: string): void => void keys.add(keyOf(sort, key));

  for (const cell of cells ?? []) {
    if (area !== undefined) add(`cell-area|${cell}|${Math.round(area)}`);
    if (layout !== undefined) add(`cell-layout|${cell}|${layout}`);
  }
  const town = townOf(listing);
  if (town !== undefined) {
    for (const shelf of shelves) {
      if (area !== undefined && listing.price)
        for (const band of bandsOf(listing.price)) add(`town-area|${shelf}|${town}|${Math.round(area)}|${band}`);
      if (listing.price) for (const key of priceKeys) add(`${key}|${shelf}|${town}|${listing.price}`);
    }
  }
  for (const key of copyKeys(listing, sort)) keys.add(key);
  return [...keys];
}

const keyOf = (sort: string, key: string): string => String(stableHash(`${sort}|${key}`));

/** The keys of what one listing may have copied from another, the same to store and to probe. */
function copyKeys(listing: Listing, sort: string): readonly string[] {
  let keys = copyCache.get(listing);
  if (keys === undefined) {
    keys = firstPictures(listing.pictures).map((picture) => keyOf(sort, `picture|${picture}`));
    for (const band of textBands(listing)) keys.push(keyOf(sort, `text|${band}`));
    copyCache.set(listing, keys);
  }
  return keys;
}
const copyCache = new WeakMap<Listing, string[]>();

/** The first different ones. */
function firstPictures(pictures: readonly string[] = []): string[] {
  const first: string[] = [];
  for (const picture of pictures) {
    if (first.length === MAX_PICTURE_KEYS) break;
    if (!first.includes(picture)) first.push(picture);
  }
  return first;
}

function exactSpot(listing: Listing): Spot | undefined {
  const spot = spotOf(listing);
  return spot !== undefined && spot.reachMeters <= MAX_EXACT_REACH_METERS ? spot : undefined;
}

/** Floor, bedrooms, rooms, bathrooms. With fewer than two of them half a street would share one key. */
function layoutOf({ floor, bedrooms, rooms, bathrooms }: Listing): string | undefined {
  const parts = [floor, bedrooms, rooms, bathrooms];
  return parts.filter((part) => part !== undefined).length < 2 ? undefined : parts.join(',');
}

/**
 * In a whole town the area alone would lead to the newest of hundreds; listings of one property are rarely more than
 * 5 % apart in price.
 */
const BAND_WIDTH = Math.log(1.1);
const priceBand = (price: number): number => Math.log(price) / BAND_WIDTH;

/** The price's own band and the one it is nearer to: so every price up to 4.9 % apart is met. */
function nearestBands(price: number): number[] {
  const at = priceBand(price);
  const own = Math.floor(at);
  return [own, at - own < 0.5 ? own - 1 : own + 1];
}
