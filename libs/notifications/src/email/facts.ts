import { isAttribute, LISTING_ATTRIBUTES, type Attribute, type AttributeGroup } from '@gable/domain/listing';
import type { ListingView } from '@gable/domain/property';
import { plainLine } from './plain-line.js';
import { attributeName, money, shown } from './phrases.js';

/** What a mail says elsewhere, or nobody reads in one. */
const SAID_ELSEWHERE = [
  'price',
  'currency',
  'area',
  'title',
  'description',
  'rooms',
  'bedrooms',
  'pictures',
  'url',
  'transactionType',
  'propertyType',
  'location',
];

/**
 * Every other attribute that the listing states, a line for each object of them: `energy: dpe D, ghg C`. Of a mail that
 * an earlier version had kept, none: all attempts of a delivery send the same.
 */
export function facts(listing: ListingView): string[] {
  if ((listing.source as ListingView['source'] | undefined) === undefined) return [];
  const entries = Object.entries<Attribute | AttributeGroup>(LISTING_ATTRIBUTES).filter(
    ([name]) => !SAID_ELSEWHERE.includes(name),
  );
  const single = entries.flatMap(([name, entry]) =>
    isAttribute(entry) ? fact(name, entry, listing[name as keyof ListingView] as Value, listing) : [],
  );
  const place = fact('postalCode', { type: 'text' }, listing.postalCode, listing);
  const exactness = fact('locationAccuracy', { type: 'word' }, listing.locationAccuracy, listing);
  const lines = entries.flatMap(([name, entry]) => {
    if (isAttribute(entry)) return [];
    const members = listing[name as keyof ListingView] as Readonly<Record<string, Value>> | undefined;
    const said = Object.entries(entry).flatMap(([member, attribute]) =>
      fact(member, attribute, members?.[member], listing),
    );
    return said.length === 0 ? [] : [`${attributeName(name)}: ${said.join(', ')}`];
  });
  const first = [...single, ...place, ...exactness];
  return (first.length === 0 ? lines : [first.join(', '), ...lines]).map((line) => plainLine(line, 400));
}

type Value = string | number | boolean | null;

function fact(name: string, { type, says }: Attribute, value: Value | undefined, listing: ListingView): string[] {
  if (value === undefined || value === null) return [];
  const label = attributeName(name);
  if (typeof value === 'boolean') return [value ? label : `no ${label}`];
  if (type === 'moment') return [`${label} ${`${value}`.slice(0, 10)}`];
  if (type === 'word') return [`${label} ${wordOf(`${value}`)}`];
  if (typeof value === 'number') {
    if (type === 'integer') return [`${label} ${value}`]; // a year has no thousands
    return [`${label} ${says === 'm²' ? `${shown(value)} m²` : money(value, listing.currency, null)}`];
  }
  return [`${label} ${plainLine(value, 80)}`];
}

/** `REAL_ESTATE_AGENCY` is read as `real estate agency`; a rating stays a letter. */
const wordOf = (word: string): string => (word.length === 1 ? word : word.toLowerCase().replaceAll('_', ' '));
