import { isAttribute, LISTING_ATTRIBUTES, type Attribute, type AttributeGroup } from '../listing/attributes.js';
import type { Listing, ListingLocation } from '../listing/listing.js';
import { LOCATION_ACCURACIES } from '../values/vocabulary.js';
import { areaOf } from './grouping/grouping-item.js';
import { mergeTexts } from './merge-texts.js';

/**
 * What the listings of one property say together, in the form of a listing. What none of them states is absent. Address
 * and publisher belong to one advert and are not merged.
 */
export interface MergedRecord extends Omit<Listing, 'url' | 'publisher' | 'pictures'> {
  readonly pictures: readonly string[];
}

/**
 * Merges the listings of one property, the newest first. Each attribute has the value that most of them state, of
 * equals the newest. But: a price goes with its currency; rooms, bedrooms and area are the most that one states
 * (listings omit rooms more often than they invent them), where a listing without an area, or with 0, has its indoor
 * area, of land its plot; the text is the longest of the largest group of similar texts, with its title; the place is
 * that of the listing that shows it most exactly; every picture comes once; the first publication counts.
 */
export function mergeListings(newestFirst: readonly Listing[]): MergedRecord {
  const price = mostFrequent(newestFirst, ({ price, currency }) =>
    price === undefined ? undefined : `${price} ${currency ?? ''}`,
  );
  return stated({
    ...mostStated(newestFirst),
    price: price?.price,
    currency: price?.currency,
    rooms: most(newestFirst.map(({ rooms }) => rooms)),
    bedrooms: most(newestFirst.map(({ bedrooms }) => bedrooms)),
    area: most(newestFirst.map(areaOf)),
    ...mergeTexts(newestFirst),
    location: mostExact(newestFirst),
    publishedAt: newestFirst.flatMap(({ publishedAt }) => publishedAt ?? []).sort()[0],
    pictures: [...new Set(newestFirst.flatMap(({ pictures = [] }) => pictures))],
  });
}

/** Attributes that none of the rules above names, each with those inside it. */
const OTHERS: readonly (readonly [name: keyof Listing, members: readonly string[] | null])[] = Object.entries<
  Attribute | AttributeGroup
>(LISTING_ATTRIBUTES)
  .filter(([name]) => !['title', 'description', 'url', 'pictures', 'publisher', 'location'].includes(name))
  .map(([name, entry]) => [name as keyof Listing, isAttribute(entry) ? null : Object.keys(entry)]);

function mostStated(listings: readonly Listing[]): Record<string, unknown> {
  if (listings.length === 1) {
    const { url: _url, publisher: _publisher, ...stated } = listings[0]!;
    return stated;
  }
  const merged: Record<string, unknown> = {};
  for (const [name, members] of OTHERS) {
    const values = listings.map((listing) => listing[name]).filter((value) => value !== undefined);
    if (members === null || values.length < 2) merged[name] = mostFrequent(values, asIs);
    else merged[name] = mergeObjects(values as Readonly<Record<string, unknown>>[], members);
  }
  return merged;
}

function mergeObjects(objects: readonly Readonly<Record<string, unknown>>[], members: readonly string[]): object {
  const merged: Record<string, unknown> = {};
  for (const member of members) {
    const value = mostFrequent(
      objects.map((object) => object[member]),
      asIs,
    );
    if (value !== undefined) merged[member] = value;
  }
  return merged;
}

const asIs = <T>(value: T): T => value;

/** The first of the items that say what most of them say; undefined where none says anything. There are few. */
function mostFrequent<T>(items: readonly T[], read: (item: T) => unknown): T | undefined {
  if (items.length === 1) return read(items[0]!) === undefined ? undefined : items[0];
  const values = items.map(read);
  let [found, highest] = [-1, 0];
  values.forEach((value, i) => {
    if (value === undefined || values.indexOf(value) < i) return;
    const count = values.filter((other) => other === value).length;
    if (count > highest) [found, highest] = [i, count];
  });
  return items[found];
}

/** The place of the listing that shows it most exactly, of equals the newest; a point goes before none. */
export function mostExact(listings: readonly Listing[]): ListingLocation | undefined {
  const places = listings.flatMap(({ location }) => location ?? []);
  const rank = ({ lat, accuracy = 'UNKNOWN' }: ListingLocation): number =>
    LOCATION_ACCURACIES.indexOf(accuracy) + (lat === undefined ? LOCATION_ACCURACIES.length : 0);
  return places.sort((a, b) => rank(a) - rank(b))[0];
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
