import type { FlagField, ListField, RangeField } from '../criteria.js';
import { FLAG_FIELD_TABLE, RANGE_FIELD_TABLE } from '../fields.js';
import { LIST_FIELD_TABLE } from '../list-fields.js';
import { plainNumber } from '../range-phrases.js';
import { LIST_WORDS, type ListWord, type Phrases } from './phrases.js';

/** Criteria in English. What is said of a field stands with the field, from which the others are translated. */
export const ENGLISH: Phrases = {
  number: plainNumber,
  anyListing: 'any listing',
  anything: 'anything',
  and: 'and',
  or: 'or',
  more: (count) => `${count} more`,
  either: (alternatives) => `either ${alternatives.join(' or ')}`,
  orUnstated: (phrase) => `${phrase} (or not stated)`,
  not: (phrase) => `not ${phrase}`,
  transactionTypes: { SELL: 'for sale', RENT: 'for rent' },
  propertyTypes: {
    FLAT: 'a flat',
    HOUSE: 'a house',
    BUILDING: 'a building',
    PARKING: 'a parking space',
    OFFICE: 'an office',
    LAND: 'a plot of land',
    SHOP: 'a shop',
    COMMERCIAL_PREMISES: 'commercial premises',
    OTHER: 'another kind of property',
  },
  notOfTypes: (nouns, list) => `not ${list(nouns)}`,
  ranges: phrasesIn<RangeField, (typeof RANGE_FIELD_TABLE)[RangeField]['phrase']>(RANGE_FIELD_TABLE),
  flags: phrasesIn<FlagField, (typeof FLAG_FIELD_TABLE)[FlagField]['phrase']>(FLAG_FIELD_TABLE),
  lists: phrasesIn<ListField, (typeof LIST_FIELD_TABLE)[ListField]['phrase']>(LIST_FIELD_TABLE),
  words: Object.fromEntries(LIST_WORDS.map((word) => [word, word.toLowerCase().replaceAll('_', ' ')])) as Record<
    ListWord,
    string
  >,
  division: (id) => `division ${id}`,
  shape: (id) => `shape ${id}`,
  in: (places) => `in ${places}`,
  notIn: (places) => `not in ${places}`,
  inside: (shapes) => `inside ${shapes}`,
  outside: (shapes) => `outside ${shapes}`,
  within: (distance, center) => `within ${distance} of ${center}`,
  box: (south, north, west, east) =>
    `between latitudes ${south} and ${north} and from longitude ${west} east to ${east}`,
  saying: (entries) => `saying ${entries}`,
  notSaying: (entries) => `not saying ${entries}`,
  inField: { title: 'in the title', description: 'in the description' },
};

function phrasesIn<Field extends string, Phrase>(
  table: Readonly<Record<Field, { readonly phrase: Phrase }>>,
): Readonly<Record<Field, Phrase>> {
  const entries = Object.entries<{ readonly phrase: Phrase }>(table).map(([field, { phrase }]) => [field, phrase]);
  return Object.fromEntries(entries) as Record<Field, Phrase>;
}
