import type { PropertyType, TransactionType } from '../values/vocabulary.js';
import {
  readCondition,
  type Condition,
  type ConditionTable,
  type ShapeReference,
  type StoredCriteria,
} from './criteria.js';
import { FLAG_FIELD_TABLE, RANGE_FIELD_TABLE } from './fields.js';
import { LIST_FIELD_TABLE } from './list-fields.js';
import { plainNumber } from './range-phrases.js';

/** Names of places for the sentence; without one a place is said by its id. */
export interface PlaceNames {
  readonly division?: (id: number) => string | undefined;
  readonly shape?: (id: string) => string | undefined;
  readonly source?: (id: string) => string | undefined;
}

/**
 * Says criteria in one English sentence without a full stop: `for sale, a flat or a house, 250,000 or less, with
 * parking, in Lyon or within 2 km of 48.8566, 2.3522`. Commas mean "and"; alternatives that need several words stand
 * in brackets. Long lists are cut.
 */
export function describeCriteria(criteria: StoredCriteria, names: PlaceNames = {}): string {
  const phrases = phrasesOf(criteria, names);
  return phrases.length === 0 ? 'any listing' : phrases.join(', ');
}

/** Says one condition as the sentence does: `at least 3 rooms (or not stated)`. */
export function describeCondition(condition: Condition<ShapeReference>, names: PlaceNames = {}): string {
  return readCondition(say, condition, names).join(', ');
}

/** The ids of all divisions that the sentence names, each once. */
export function namedDivisions({ conditions, children }: StoredCriteria): readonly number[] {
  const own = conditions.flatMap((condition) =>
    condition.kind === 'division' ? [...(condition.included ?? []), ...(condition.excluded ?? [])] : [],
  );
  return [...new Set([...own, ...children.flatMap(namedDivisions)])];
}

/** Phrases that all hold. */
function phrasesOf({ conditions, operator, children }: StoredCriteria, names: PlaceNames): readonly string[] {
  const own = conditions.flatMap((condition) => readCondition(say, condition, names));
  if (operator === 'AND') return [...own, ...children.flatMap((child) => phrasesOf(child, names))];
  const alternatives = children.map((child) => phrasesOf(child, names));
  return alternatives.length === 0 ? own : [...own, oneOf(alternatives)];
}

function oneOf(alternatives: readonly (readonly string[])[]): string {
  const [only] = alternatives;
  if (alternatives.length === 1 && only !== undefined) return only.length === 0 ? 'anything' : only.join(', ');
  const single = alternatives.every((phrases) => phrases.length <= 1);
  const words = alternatives.map((phrases) => {
    if (phrases.length === 0) return 'anything';
    return phrases.length === 1 ? phrases.join() : `(${phrases.join(', ')})`;
  });
  return single ? words.join(' or ') : `either ${words.join(' or ')}`;
}

const say: ConditionTable<[PlaceNames], readonly string[], ShapeReference> = {
  range: ({ field, min, max, allowNull }) => {
    const { exactly, least, most, between } = RANGE_FIELD_TABLE[field].phrase;
    if (min !== null && max !== null) return [orUnstated(min === max ? exactly(min) : between(min, max), allowNull)];
    if (min !== null) return [orUnstated(least(min), allowNull)];
    return max === null ? [] : [orUnstated(most(max), allowNull)];
  },
  flag: ({ field, value, allowNull }) => [orUnstated(FLAG_FIELD_TABLE[field].phrase[value ? 0 : 1], allowNull)],
  list: ({ field, included, excluded, allowNull }, { source }) => {
    const { entry, phrase } = LIST_FIELD_TABLE[field];
    const say = (value: string): string => {
      if (entry.kind === 'source') return source?.(value) ?? value;
      return entry.kind === 'word' ? value.toLowerCase().replaceAll('_', ' ') : value;
    };
    const said = (values: readonly string[]): string => {
      // Ratings are letters, and stay so.
      const isRanked = entry.kind === 'word' && entry.isRanked;
      return phrase(listed(isRanked ? values : values.map(say), 'or'));
    };
    return [
      ...(included === null ? [] : [orUnstated(said(included), allowNull)]),
      ...(excluded === null ? [] : [`not ${said(excluded)}`]),
    ];
  },
  transactionType: ({ included }) => [
    listed(
      included.map((type) => TRANSACTION_NOUNS[type]),
      'or',
    ),
  ],
  propertyType: ({ included, excluded }) => [
    ...(included === null
      ? []
      : [
          listed(
            included.map((type) => PROPERTY_NOUNS[type]),
            'or',
          ),
        ]),
    ...(excluded === null
      ? []
      : [
          `not ${listed(
            excluded.map((type) => PROPERTY_NOUNS[type]),
            'or',
          )}`,
        ]),
  ],
  division: ({ included, excluded }, { division }) => {
    const name = (id: number): string => division?.(id) ?? `division ${id}`;
    return [
      ...(included === null ? [] : [`in ${listed(included.map(name), 'or')}`]),
      ...(excluded === null ? [] : [`not in ${listed(excluded.map(name), 'or')}`]),
    ];
  },
  circle: ({ center, radiusMeters }) => {
    const distance =
      radiusMeters < 1_000 ? `${plainNumber(radiusMeters)} m` : `${plainNumber(radiusMeters / 1_000)} km`;
    return [`within ${distance} of ${center.lat}, ${center.lng}`];
  },
  box: ({ north, south, east, west }) => [
    `between latitudes ${south} and ${north} and from longitude ${west} east to ${east}`,
  ],
  shape: ({ included, excluded }, { shape }) => {
    const name = ({ id }: { readonly id: string }): string => shape?.(id) ?? `shape ${id}`;
    return [
      ...(included === null ? [] : [`inside ${listed(included.map(name), 'or')}`]),
      ...(excluded === null ? [] : [`outside ${listed(excluded.map(name), 'and')}`]),
    ];
  },
  words: ({ all, any, none, in: fields }) => {
    const where = fields.length === 1 ? ` in the ${fields.join()}` : '';
    return [
      ...(all.length === 0 ? [] : [`saying ${listed(all.map(quoted), 'and')}${where}`]),
      ...(any === null ? [] : [`saying ${listed(any.map(quoted), 'or')}${where}`]),
      ...(none.length === 0 ? [] : [`not saying ${listed(none.map(quoted), 'or')}${where}`]),
    ];
  },
};

function quoted(entry: string): string {
  return `"${entry}"`;
}

const TRANSACTION_NOUNS: Readonly<Record<TransactionType, string>> = { SELL: 'for sale', RENT: 'for rent' };

const PROPERTY_NOUNS: Readonly<Record<PropertyType, string>> = {
  FLAT: 'a flat',
  HOUSE: 'a house',
  BUILDING: 'a building',
  PARKING: 'a parking space',
  OFFICE: 'an office',
  LAND: 'a plot of land',
  SHOP: 'a shop',
  COMMERCIAL_PREMISES: 'commercial premises',
  OTHER: 'another kind of property',
};

function orUnstated(phrase: string, allowNull: boolean): string {
  return allowNull ? `${phrase} (or not stated)` : phrase;
}

/** Names that a sentence lists before it only counts them. */
const LONGEST_LIST = 10;

function listed(names: readonly string[], word: 'or' | 'and'): string {
  const said =
    names.length > LONGEST_LIST
      ? [...names.slice(0, LONGEST_LIST - 1), `${plainNumber(names.length - LONGEST_LIST + 1)} more`]
      : names;
  return said.length < 2 ? said.join() : `${said.slice(0, -1).join(', ')} ${word} ${said[said.length - 1]}`;
}
