import type { Listing } from '../../listing/listing.js';
import { isInNewBuilding } from './compare-marks.js';
import type { GroupingItem } from './grouping-item.js';
import { agrees, differs, either, type Level, type Signal } from './level.js';
import { textShingles, textSimilarity } from './text-shingles.js';

/** Costly signals, looked at only where nothing contradicts: what one listing copied from another. */
export const COPY_SIGNALS = { text: compareText, pictures: comparePictures } satisfies Record<string, Signal>;

const TEXT_LEVELS: readonly (readonly [below: number, Level])[] = [
  [0.02, differs('different')],
  [0.1, differs('a few common phrases')],
  [0.25, either('common phrases')],
  [0.5, agrees('alike')],
  [0.8, agrees('largely the same')],
];
const SAME_TEXT = agrees('the same');
/** What an agency writes under all of its adverts makes up to half of a text. */
const SAME_AGENCY_PERHAPS = agrees('alike, at another price');
/** Portals round a price; a home is not offered at two prices in one agency's words. */
const ONE_PRICE = 1.025;
/** The words of a new building stand under every one of its properties. */
const SAME_WORDS_OF_A_BUILDING = agrees('the same, new building');
const COPIED = 0.25;
const LARGELY = 0.5;

function compareText({ listing: a }: GroupingItem, { listing: b }: GroupingItem): Level | undefined {
  const [inA, inB] = [textShingles(a), textShingles(b)];
  if (inA === undefined || inB === undefined) return undefined;
  const similarity = textSimilarity(inA, inB);
  if (similarity >= COPIED && (isInNewBuilding(a) || isInNewBuilding(b))) return SAME_WORDS_OF_A_BUILDING;
  if (similarity >= COPIED && similarity < LARGELY && atOtherPrices(a, b)) return SAME_AGENCY_PERHAPS;
  for (const [below, found] of TEXT_LEVELS) if (similarity < below) return found;
  return SAME_TEXT;
}

function atOtherPrices({ price: inA }: Listing, { price: inB }: Listing): boolean {
  return !!inA && !!inB && Math.max(inA, inB) > ONE_PRICE * Math.min(inA, inB);
}

/** One alone may be an agency's logo. */
const ONE_PICTURE = agrees('one shared');
const SOME_PICTURES = agrees('some shared');
const MOST_PICTURES = agrees('half or more shared');
const ALL_PICTURES = agrees('all of one advert shared');
/** All but a plan may be of the building. */
const MOST_PICTURES_OF_A_BUILDING = agrees('half or more shared, new building');
const ALL_PICTURES_OF_A_BUILDING = agrees('all of one advert shared, new building');

function comparePictures({ listing: a }: GroupingItem, { listing: b }: GroupingItem): Level | undefined {
  if (a.pictures === undefined || b.pictures === undefined) return undefined;
  const [inA, inB] = [picturesOf(a, a.pictures), picturesOf(b, b.pictures)];
  let shared = 0;
  for (const picture of inA) if (inB.has(picture)) shared++;
  if (shared === 0) return undefined;
  if (shared === 1) return ONE_PICTURE;
  const fewer = Math.min(inA.size, inB.size);
  const inNewBuilding = isInNewBuilding(a) || isInNewBuilding(b);
  if (shared === fewer) return inNewBuilding ? ALL_PICTURES_OF_A_BUILDING : ALL_PICTURES;
  if (shared * 2 < fewer) return SOME_PICTURES;
  return inNewBuilding ? MOST_PICTURES_OF_A_BUILDING : MOST_PICTURES;
}

function picturesOf(listing: Listing, pictures: readonly string[]): ReadonlySet<string> {
  let set = pictureSets.get(listing);
  if (set === undefined) pictureSets.set(listing, (set = new Set(pictures)));
  return set;
}

// A listing is compared again and again; nobody changes it in place.
const pictureSets = new WeakMap<Listing, ReadonlySet<string>>();
