import type { KnownListing } from '../listing/past.js';
import {
  CONDITIONS,
  ENERGY_CARRIERS,
  ENERGY_RATINGS,
  HEATING_SYSTEMS,
  LOCATION_ACCURACIES,
  MANDATE_TYPES,
  PUBLISHER_TYPES,
  SALE_TYPES,
  TRANSACTION_STATUSES,
} from '../values/vocabulary.js';
import type { ListField } from './criteria.js';
import type { FieldEntry, FieldGroup } from './fields.js';
import type { ListWord } from './phrases/phrases.js';

/** Where a list stands in a node: its own key, or a key inside a group or of `location`. */
export type ListPath = readonly [key: string] | readonly [group: FieldGroup | 'location', key: string];

/**
 * What the entries of a list are: words of a closed list (`isRanked`: from the best to the worst, so that a caller may
 * say the worst that is in), sources, currencies, or postal codes and their beginnings.
 */
export type ListEntry =
  | { readonly kind: 'word'; readonly words: readonly string[]; readonly isRanked?: true }
  | { readonly kind: 'source' | 'currency' | 'postalCode' };

/** What is said of a list field, once for all readers; it stands at one place. */
export interface ListFieldEntry extends Omit<FieldEntry<string, (entries: string) => string>, 'paths'> {
  readonly path: ListPath;
  readonly entry: ListEntry;
}

/** Words that every language says: a list of others goes into `LIST_WORDS`, or a sentence would say "undefined". */
const word = (words: readonly ListWord[]): ListEntry => ({ kind: 'word', words });
const rating: ListEntry = { kind: 'word', words: ENERGY_RATINGS, isRanked: true };

/** One entry per list field: where it stands, what its entries are, how a listing states it, how a sentence says it. */
export const LIST_FIELD_TABLE: { readonly [F in ListField]: ListFieldEntry } = {
  sourceId: {
    path: ['source'],
    entry: { kind: 'source' },
    read: ({ sourceId }) => sourceId,
    phrase: (sources) => `from source ${sources}`,
  },
  publisherType: {
    path: ['publisher', 'type'],
    entry: word(PUBLISHER_TYPES),
    read: ({ publisher }) => publisher?.type,
    phrase: (types) => `published by ${types}`,
  },
  transactionStatus: {
    path: ['transactionStatus'],
    entry: word(TRANSACTION_STATUSES),
    read: ({ transactionStatus }) => transactionStatus,
    phrase: (statuses) => `with status ${statuses}`,
  },
  saleType: {
    path: ['saleType'],
    entry: word(SALE_TYPES),
    read: ({ saleType }) => saleType,
    phrase: (types) => `sold as ${types}`,
  },
  mandateType: {
    path: ['mandateType'],
    entry: word(MANDATE_TYPES),
    read: ({ mandateType }) => mandateType,
    phrase: (types) => `with mandate ${types}`,
  },
  condition: {
    path: ['condition'],
    entry: word(CONDITIONS),
    read: ({ condition }) => condition,
    phrase: (conditions) => `in condition ${conditions}`,
  },
  currency: {
    path: ['currency'],
    entry: { kind: 'currency' },
    read: ({ currency }) => currency,
    phrase: (currencies) => `priced in ${currencies}`,
  },
  dpe: {
    path: ['energy', 'dpe'],
    entry: rating,
    read: ({ energy }) => energy?.dpe,
    phrase: (ratings) => `rated ${ratings} for energy`,
  },
  ghg: {
    path: ['energy', 'ghg'],
    entry: rating,
    read: ({ energy }) => energy?.ghg,
    phrase: (ratings) => `rated ${ratings} for greenhouse gases`,
  },
  heatingSystem: {
    path: ['energy', 'heatingSystem'],
    entry: word(HEATING_SYSTEMS),
    read: ({ energy }) => energy?.heatingSystem,
    phrase: (systems) => `heated by ${systems}`,
  },
  energyCarrier: {
    path: ['energy', 'energyCarrier'],
    entry: word(ENERGY_CARRIERS),
    read: ({ energy }) => energy?.energyCarrier,
    phrase: (carriers) => `heated with ${carriers}`,
  },
  locationAccuracy: {
    path: ['location', 'accuracy'],
    entry: word(LOCATION_ACCURACIES),
    read: ({ location }) => location?.accuracy,
    phrase: (accuracies) => `located as ${accuracies}`,
  },
  postalCode: {
    path: ['location', 'postalCodes'],
    entry: { kind: 'postalCode' },
    read: ({ location }) => location?.postalCode,
    phrase: (codes) => `in postal code ${codes}`,
  },
};

/** What the listing states for a field; undefined where it states nothing. */
export function listValue(field: ListField, listing: KnownListing): string | undefined {
  return LIST_FIELD_TABLE[field].read(listing) ?? undefined;
}

/** Whether an entry of a list is the beginning of what it asks for: `75*`. */
export function isBeginning(entry: string): boolean {
  return entry.endsWith('*');
}

/** Whether a value is one of the entries or begins as one of them does. */
export function holdsValue(entries: readonly string[], value: string): boolean {
  const { exact, beginnings } = looked(entries);
  return exact.has(value) || beginnings.some((beginning) => value.startsWith(beginning));
}

interface LookUp {
  readonly exact: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

/** Kept as long as the criteria that hold the list: an alert's list is asked once per change. */
const lookUps = new WeakMap<readonly string[], LookUp>();

function looked(entries: readonly string[]): LookUp {
  let found = lookUps.get(entries);
  if (found === undefined) {
    const beginnings = entries.filter(isBeginning).map((entry) => entry.slice(0, -1));
    lookUps.set(entries, (found = { exact: new Set(entries.filter((entry) => !isBeginning(entry))), beginnings }));
  }
  return found;
}
