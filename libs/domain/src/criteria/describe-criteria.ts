import {
  readCondition,
  type Condition,
  type ConditionTable,
  type ShapeReference,
  type StoredCriteria,
} from './criteria.js';
import { LIST_FIELD_TABLE } from './list-fields.js';
import { PHRASES, type SentenceLanguage } from './phrases/languages.js';
import type { ListWord, Phrases } from './phrases/phrases.js';

/** Names of places for the sentence; without one a place is said by its id. */
export interface PlaceNames {
  readonly division?: (id: number) => string | undefined;
  readonly shape?: (id: string) => string | undefined;
  readonly source?: (id: string) => string | undefined;
}

/**
 * Says criteria in one sentence without a full stop: `for sale, a flat or a house, 250,000 or less, with parking, in
 * Lyon or within 2 km of 48.8566, 2.3522`. Commas mean "and"; alternatives that need several words stand in brackets.
 * Long lists are cut.
 */
export function describeCriteria(
  criteria: StoredCriteria,
  names: PlaceNames = {},
  language: SentenceLanguage = 'en',
): string {
  const phrases = PHRASES[language];
  const said = saidOf(criteria, { names, phrases });
  return said.length === 0 ? phrases.anyListing : said.join(', ');
}

/** Says one condition as the sentence does: `at least 3 rooms (or not stated)`. */
export function describeCondition(
  condition: Condition<ShapeReference>,
  names: PlaceNames = {},
  language: SentenceLanguage = 'en',
): string {
  return readCondition(say, condition, { names, phrases: PHRASES[language] }).join(', ');
}

/** The ids of all divisions that the sentence names, each once. */
export function namedDivisions(criteria: StoredCriteria): readonly number[] {
  return named(criteria, (condition) => (condition.kind === 'division' ? bothSets(condition) : []));
}

/** The ids of all shapes that the sentence names, each once. */
export function namedShapes(criteria: StoredCriteria): readonly string[] {
  return named(criteria, (condition) => (condition.kind === 'shape' ? bothSets(condition).map(({ id }) => id) : []));
}

/** The ids of all sources that the sentence names, each once. */
export function namedSources(criteria: StoredCriteria): readonly string[] {
  return named(criteria, (condition) =>
    condition.kind === 'list' && condition.field === 'sourceId' ? bothSets(condition) : [],
  );
}

function named<Id>(
  { conditions, children }: StoredCriteria,
  idsIn: (condition: Condition<ShapeReference>) => readonly Id[],
): readonly Id[] {
  return [...new Set([...conditions.flatMap(idsIn), ...children.flatMap((child) => named(child, idsIn))])];
}

function bothSets<T>({
  included,
  excluded,
}: {
  readonly included: readonly T[] | null;
  readonly excluded: readonly T[] | null;
}): readonly T[] {
  return [...(included ?? []), ...(excluded ?? [])];
}

/** In which language, and what places are called. */
interface Speech {
  readonly names: PlaceNames;
  readonly phrases: Phrases;
}

/** Phrases that all hold. */
function saidOf({ conditions, operator, children }: StoredCriteria, speech: Speech): readonly string[] {
  const own = conditions.flatMap((condition) => readCondition(say, condition, speech));
  if (operator === 'AND') return [...own, ...children.flatMap((child) => saidOf(child, speech))];
  const alternatives = children.map((child) => saidOf(child, speech));
  return alternatives.length === 0 ? own : [...own, oneOf(alternatives, speech.phrases)];
}

function oneOf(alternatives: readonly (readonly string[])[], { anything, either, or }: Phrases): string {
  const [only] = alternatives;
  if (alternatives.length === 1 && only !== undefined) return only.length === 0 ? anything : only.join(', ');
  const words = alternatives.map((said) => {
    if (said.length === 0) return anything;
    return said.length === 1 ? said.join() : `(${said.join(', ')})`;
  });
  return alternatives.every((said) => said.length <= 1) ? words.join(` ${or} `) : either(words);
}

const say: ConditionTable<[Speech], readonly string[], ShapeReference> = {
  range: ({ field, min, max, allowNull }, { phrases }) => {
    const { exactly, least, most, between } = phrases.ranges[field];
    const said = (phrase: string): readonly string[] => [allowNull ? phrases.orUnstated(phrase) : phrase];
    if (min !== null && max !== null) return said(min === max ? exactly(min) : between(min, max));
    if (min !== null) return said(least(min));
    return max === null ? [] : said(most(max));
  },
  flag: ({ field, value, allowNull }, { phrases }) => {
    const phrase = phrases.flags[field][value ? 0 : 1];
    return [allowNull ? phrases.orUnstated(phrase) : phrase];
  },
  list: ({ field, included, excluded, allowNull }, { names, phrases }) => {
    const { entry } = LIST_FIELD_TABLE[field];
    const nameOf = (value: string): string => {
      if (entry.kind === 'source') return names.source?.(value) ?? value;
      // Ratings are letters, and stay so.
      return entry.kind === 'word' && entry.isRanked !== true ? phrases.words[value as ListWord] : value;
    };
    const said = (values: readonly string[]) => phrases.lists[field](listed(values.map(nameOf), phrases.or, phrases));
    return both(
      included,
      (values) => (allowNull ? phrases.orUnstated(said(values)) : said(values)),
      excluded,
      (values) => phrases.not(said(values)),
    );
  },
  transactionType: ({ included }, { phrases }) => [
    listed(
      included.map((type) => phrases.transactionTypes[type]),
      phrases.or,
      phrases,
    ),
  ],
  propertyType: ({ included, excluded }, { phrases }) => {
    const list = (nouns: readonly string[]): string => listed(nouns, phrases.or, phrases);
    const nounsOf = (types: readonly (keyof Phrases['propertyTypes'])[]) =>
      types.map((type) => phrases.propertyTypes[type]);
    return both(
      included,
      (types) => list(nounsOf(types)),
      excluded,
      (types) => phrases.notOfTypes(nounsOf(types), list),
    );
  },
  division: ({ included, excluded }, { names, phrases }) => {
    const list = (ids: readonly number[]): string =>
      listed(
        ids.map((id) => names.division?.(id) ?? phrases.division(id)),
        phrases.or,
        phrases,
      );
    return both(
      included,
      (ids) => phrases.in(list(ids)),
      excluded,
      (ids) => phrases.notIn(list(ids)),
    );
  },
  circle: ({ center, radiusMeters }, { phrases: { number, within } }) => {
    const distance = radiusMeters < 1_000 ? `${number(radiusMeters)} m` : `${number(radiusMeters / 1_000)} km`;
    return [within(distance, `${center.lat}, ${center.lng}`)];
  },
  box: ({ north, south, east, west }, { phrases }) => [phrases.box(south, north, west, east)],
  shape: ({ included, excluded }, { names, phrases }) => {
    const list = (shapes: readonly { readonly id: string }[], word: string): string =>
      listed(
        shapes.map(({ id }) => nameOfShape(names.shape?.(id), phrases.shape(id))),
        word,
        phrases,
      );
    return both(
      included,
      (shapes) => phrases.inside(list(shapes, phrases.or)),
      excluded,
      (shapes) => phrases.outside(list(shapes, phrases.and)),
    );
  },
  words: ({ all, any, none, in: fields }, { phrases }) => {
    const where = fields.length === 1 ? ` ${phrases.inField[fields[0]!]}` : '';
    const list = (entries: readonly string[], word: string): string => listed(entries.map(quoted), word, phrases);
    return [
      ...(all.length === 0 ? [] : [`${phrases.saying(list(all, phrases.and))}${where}`]),
      ...(any === null ? [] : [`${phrases.saying(list(any, phrases.or))}${where}`]),
      ...(none.length === 0 ? [] : [`${phrases.notSaying(list(none, phrases.or))}${where}`]),
    ];
  },
};

/** What is said of the values that are asked for and of those that are not to be, as far as there are such. */
function both<T>(
  included: T | null,
  saysIncluded: (values: T) => string,
  excluded: T | null,
  saysExcluded: (values: T) => string,
): readonly string[] {
  return [
    ...(included === null ? [] : [saysIncluded(included)]),
    ...(excluded === null ? [] : [saysExcluded(excluded)]),
  ];
}

/** In quotes, since whoever drew it has given it any name. */
function nameOfShape(name: string | undefined, byId: string): string {
  return name === undefined ? byId : quoted(name);
}

function quoted(entry: string): string {
  return `"${entry}"`;
}

/** Names that a sentence lists before it only counts them. */
const LONGEST_LIST = 10;

function listed(names: readonly string[], word: string, { more, number }: Phrases): string {
  const said =
    names.length > LONGEST_LIST
      ? [...names.slice(0, LONGEST_LIST - 1), more(number(names.length - LONGEST_LIST + 1))]
      : names;
  return said.length < 2 ? said.join() : `${said.slice(0, -1).join(', ')} ${word} ${said[said.length - 1]}`;
}
