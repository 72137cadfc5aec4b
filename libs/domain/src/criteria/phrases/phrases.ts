import type { RangePhrase } from '../range-phrases.js';
import {
  CONDITIONS,
  ENERGY_CARRIERS,
  HEATING_SYSTEMS,
  LOCATION_ACCURACIES,
  MANDATE_TYPES,
  PUBLISHER_TYPES,
  SALE_TYPES,
  TRANSACTION_STATUSES,
  type PropertyType,
  type TransactionType,
} from '../../values/vocabulary.js';
import type { FlagField, ListField, RangeField } from '../criteria.js';

/** Words of the closed lists that criteria may name. Ratings are letters, and stay so. */
export const LIST_WORDS = [
  ...CONDITIONS,
  ...ENERGY_CARRIERS,
  ...HEATING_SYSTEMS,
  ...LOCATION_ACCURACIES,
  ...MANDATE_TYPES,
  ...PUBLISHER_TYPES,
  ...SALE_TYPES,
  ...TRANSACTION_STATUSES,
] as const;
/** One of LIST_WORDS. */
export type ListWord = (typeof LIST_WORDS)[number];

/** How one language says criteria: an entry for all that a sentence may say, so that none can be forgotten. */
export interface Phrases {
  readonly number: (value: number) => string;
  readonly anyListing: string;
  readonly anything: string;
  readonly and: string;
  readonly or: string;
  /** `and 5 more`, after a list that is cut. */
  readonly more: (count: string) => string;
  /** Alternatives of several words each. */
  readonly either: (alternatives: readonly string[]) => string;
  readonly orUnstated: (phrase: string) => string;
  readonly not: (phrase: string) => string;
  readonly transactionTypes: Readonly<Record<TransactionType, string>>;
  readonly propertyTypes: Readonly<Record<PropertyType, string>>;
  /** None of these types, each as `propertyTypes` says it; `list` joins them. */
  readonly notOfTypes: (nouns: readonly string[], list: (nouns: readonly string[]) => string) => string;
  readonly ranges: Readonly<Record<RangeField, RangePhrase>>;
  /** What is said of true and of false. */
  readonly flags: Readonly<Record<FlagField, readonly [yes: string, no: string]>>;
  readonly lists: Readonly<Record<ListField, (entries: string) => string>>;
  readonly words: Readonly<Record<ListWord, string>>;
  readonly division: (id: number) => string;
  readonly shape: (id: string) => string;
  readonly in: (places: string) => string;
  readonly notIn: (places: string) => string;
  readonly inside: (shapes: string) => string;
  readonly outside: (shapes: string) => string;
  readonly within: (distance: string, center: string) => string;
  readonly box: (south: number, north: number, west: number, east: number) => string;
  readonly saying: (entries: string) => string;
  readonly notSaying: (entries: string) => string;
  /** The only field in which words are looked for. */
  readonly inField: Readonly<Record<'title' | 'description', string>>;
}
