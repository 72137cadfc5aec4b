import type { Listing } from '../listing/listing.js';
import { areaOf } from './grouping/grouping-item.js';
import { textShingles, textSimilarity } from './grouping/text-shingles.js';

/** What the listings of one property say together. What none of them states is absent. */
export interface MergedRecord {
  readonly transactionType?: Listing['transactionType'];
  readonly propertyType?: Listing['propertyType'];
  /** With the currency of the listings that ask it. */
  readonly price?: number;
  readonly currency?: string;
  readonly rooms?: number;
  readonly bedrooms?: number;
  /** m² */
  readonly area?: number;
  readonly title?: string;
  readonly description?: string;
  readonly pictures: readonly string[];
}

/** Texts that share at least half of their five-word shingles are copies of one text. */
const SAME_TEXT = 0.5;

/**
 * Merges the listings of one property, the newest first. Deal, type and price: what most of them state, of equals the
 * newest. Rooms and area: the most (listings omit rooms more often than they invent them). Text: the longest of the
 * largest group of similar texts, with its title. Pictures: each once.
 */
export function mergeListings(newestFirst: readonly Listing[]): MergedRecord {
  const price = mostFrequent(newestFirst, ({ price, currency }) =>
    price === undefined ? undefined : `${price} ${currency ?? ''}`,
  );
  const described = longestOfLargestGroup(newestFirst);
  return stated({
    transactionType: mostFrequent(newestFirst, ({ transactionType }) => transactionType)?.transactionType,
    propertyType: mostFrequent(newestFirst, ({ propertyType }) => propertyType)?.propertyType,
    price: price?.price,
    currency: price?.currency,
    rooms: most(newestFirst.map(({ rooms }) => rooms)),
    bedrooms: most(newestFirst.map(({ bedrooms }) => bedrooms)),
    area: most(newestFirst.map(areaOf)),
    title: described?.title ?? newestFirst.find(({ title }) => title !== undefined)?.title,
    description: described?.description,
    pictures: [...new Set(newestFirst.flatMap(({ pictures = [] }) => pictures))],
  });
}

/** The newest of the listings that say what most of them say. */
function mostFrequent(
  listings: readonly Listing[],
  read: (listing: Listing) => string | undefined,
): Listing | undefined {
  const counts = new Map<string, number>();
  for (const listing of listings) {
    const said = read(listing);
    if (said !== undefined) counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  const highest = Math.max(0, ...counts.values());
  return listings.find((listing) => highest > 0 && counts.get(read(listing) ?? '') === highest);
}

/** Groups the texts by what they share with the first of each group; of groups of one size the newest counts. */
function longestOfLargestGroup(listings: readonly Listing[]): Listing | undefined {
  const groups: Listing[][] = [];
  for (const listing of listings) {
    if (!listing.description) continue;
    const group = groups.find(([first]) => isStated(listing, first!));
    if (group === undefined) groups.push([listing]);
    else group.push(listing);
  }
  let largest = groups[0];
  for (const group of groups) if (group.length > largest!.length) largest = group;
  let longest = largest?.[0];
  for (const listing of largest ?? [])
    if (listing.description!.length > longest!.description!.length) longest = listing;
  return longest;
}

function isStated(a: Listing, b: Listing): boolean {
  const [inA, inB] = [textShingles(a), textShingles(b)];
  return inA === undefined || inB === undefined
    ? a.description === b.description
    : textSimilarity(inA, inB) >= SAME_TEXT;
}

function most(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce(
    (highest, value) => (value === undefined || (highest !== undefined && highest >= value) ? highest : value),
    undefined,
  );
}

function stated(record: MergedRecord): MergedRecord {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as unknown as MergedRecord;
}
