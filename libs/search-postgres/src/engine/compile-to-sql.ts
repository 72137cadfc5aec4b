import { propertyTypeCode, TRANSACTION_TYPES } from '@gable/domain';
import {
  isBeginning,
  LIST_FIELD_TABLE,
  readCondition,
  WHOLE_NUMBER_FIELDS,
  type Condition,
  type ConditionTable,
  type Criteria,
  type ListField,
  type RangeCondition,
} from '@gable/domain/criteria';
import { Parameters, type Bind } from './bind.js';
import {
  cityPartWord,
  FLAG_COLUMNS,
  LIST_COLUMNS,
  partWord,
  placeWord,
  RANGE_COLUMNS,
} from '@gable/persistence/listings';
import { LEVEL_COLUMNS, type DivisionLevel } from './level-columns.js';
import { areaSql, circleSql, geoBoxSql } from './place-sql.js';
import { asksWordIndex, type Within, wordsSql } from './words-sql.js';
import type { AreaGeometry } from '@gable/domain/geo';
import { listingIdsSql, type PhraseListings, type PhraseLook } from '@gable/persistence/phrases';

/** How the expression is to fit into a statement. */
export interface SqlOptions {
  /** Number of the first placeholder; 1 by default. */
  readonly firstParameter?: number;
  /**
   * The level of a division, where it has a column of its own. Without it every id is looked up in `division_ids`,
   * which means the same.
   */
  readonly levelOf?: (divisionId: number) => DivisionLevel | undefined;
  /** Whether the table has the column `words`; `former_listing` has none. */
  readonly hasWords?: boolean;
  /** Whether the words of every row hold those of its title as such (`TITLE_WORDS_SINCE`); if not, titles are read. */
  readonly hasTitleWords?: boolean;
  /** The transaction before which the index of words has all rows; without it each row says which words it lacks. */
  readonly wordsWholeBefore?: string | null;
  /** Only rows of these parts of the store, where the root asks the index of words. */
  readonly parts?: readonly number[];
  /** The listings that may meet the criteria: their texts are read instead of asking the index of words. */
  readonly among?: PhraseListings | null;
}

/** A boolean expression over `listing` or `former_listing` under the alias `l`, and the values of its placeholders. */
export interface CompiledSql {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** The same, and what was found out on the way. */
export interface CompiledCriteria extends CompiledSql {
  /** Whether it asks for words of titles as such. */
  readonly hasTitleWords: boolean;
  /** Before which transaction it trusts the index of words about words that rows lack. */
  readonly wordsWholeBefore: string | null;
  /** The properties of the listings that meet it, where those are named because their texts were read before. */
  readonly properties: readonly string[] | null;
  /** The listings that seem to have its phrases, where they are too many to be named; null where nobody looked. */
  readonly phrases: PhraseLook | null;
}

/**
 * Compiles criteria to SQL: true exactly for the listings that `matchCriteria` lets through, false or null for the
 * rest. Only placeholders stand for values. The expression may be combined with `and` as it is; whether a listing is
 * online is for the caller to add.
 */
export function compileToSql(criteria: Criteria, options: SqlOptions = {}): CompiledSql {
  const { firstParameter = 1, levelOf = () => undefined, hasTitleWords = false, parts, among = null } = options;
  const { wordsWholeBefore = null } = options;
  const parameters = new Parameters(firstParameter);
  const { bind, values } = parameters;
  const hasWords = (options.hasWords ?? true) && among === null;
  const scope = { bind, levelOf, hasWords, hasTitleWords, wordsWholeBefore, areas: new Map<AreaGeometry, string>() };
  const listed = among === null ? [] : [`l.id = any(${listingIdsSql(among, bind)})`];
  return { text: all([...listed, nodeSql(criteria, scope, parts)]), parameters: values };
}

interface Scope {
  readonly bind: Bind;
  readonly levelOf: (divisionId: number) => DivisionLevel | undefined;
  readonly hasWords: boolean;
  readonly hasTitleWords: boolean;
  readonly wordsWholeBefore: string | null;
  /** Expressions of areas: all references of a shape share its parameters. */
  readonly areas: Map<AreaGeometry, string>;
}

function nodeSql(node: Criteria, scope: Scope, parts?: readonly number[]): string {
  const own = conditionsSql(node.conditions, scope, parts);
  const inner = node.children.map((child) => nodeSql(child, scope));
  if (node.operator === 'OR' && inner.length > 0) return all([...own, any(inner)]);
  return all([...own, ...inner]);
}

/** Words and the divisions beside them are one question to the index of words. */
function conditionsSql(conditions: readonly Condition[], scope: Scope, parts?: readonly number[]): string[] {
  const asksIndex = conditions.some((condition) => condition.kind === 'words' && asksWordIndex(condition, scope));
  const divisions = asksIndex ? includedIn(conditions) : null;
  return conditions.map((condition) => {
    if (condition.kind === 'words') return wordsSql(condition, scope, within(divisions ?? [], parts ?? [], scope));
    const open = divisions !== null && condition.kind === 'division' ? { ...condition, included: null } : condition;
    return readCondition(compilers, open, scope);
  });
}

/** Of a city, the index of words knows the rows of each part; it need not go through all of the city's. */
function within(divisions: readonly number[], parts: readonly number[], { levelOf }: Scope): Within {
  const [id] = divisions;
  return parts.length > 0 && divisions.length === 1 && levelOf(id!) === 'CITY'
    ? [parts.map((part) => cityPartWord(id!, part))]
    : [divisions.map(placeWord), parts.map(partWord)];
}

/** The divisions that a node's listings have to lie in one of; null where it asks for none. */
function includedIn(conditions: readonly Condition[]): readonly number[] | null {
  const division = conditions.find(({ kind }) => kind === 'division');
  return division?.kind === 'division' && division.included?.length ? division.included : null;
}

const compilers: ConditionTable<[Scope], string> = {
  range: (condition, { bind }) => {
    const column = `l.${RANGE_COLUMNS[condition.field]}`;
    const within = all(boundsSql(condition, column, bind));
    return condition.allowNull ? any([within, `${column} is null`]) : within;
  },
  flag: ({ field, value, allowNull }, { bind }) => {
    const equal = `l.${FLAG_COLUMNS[field]} = ${bind(value)}::boolean`;
    return allowNull ? any([equal, `l.${FLAG_COLUMNS[field]} is null`]) : equal;
  },
  list: ({ field, included, excluded, allowNull }, { bind }) =>
    all([
      ...(included
        ? [any([inList(field, included, bind), ...(allowNull ? [`l.${LIST_COLUMNS[field]} is null`] : [])])]
        : []),
      ...(excluded ? [`(${inList(field, excluded, bind)}) is not true`] : []),
    ]),
  transactionType: ({ included }, { bind }) =>
    oneOf(
      'l.transaction_type',
      included.map((type) => TRANSACTION_TYPES.indexOf(type)),
      'smallint',
      bind,
    ),
  propertyType: ({ included, excluded }, { bind }) =>
    all([
      ...(included ? [oneOf('l.property_type', included.map(propertyTypeCode), 'smallint', bind)] : []),
      ...(excluded ? [`(l.property_type = any(${bind(excluded.map(propertyTypeCode))}::smallint[])) is not true`] : []),
    ]),
  division: ({ included, excluded }, scope) =>
    all([
      ...(included ? [divisionSql(included, scope)] : []),
      ...(excluded ? [`not l.division_ids && ${scope.bind(excluded)}::bigint[]`] : []),
    ]),
  circle: (condition, { bind }) => `(${circleSql(condition, bind)})`,
  box: (box, { bind }) => any(geoBoxSql(box, bind)),
  shape: ({ included, excluded }, scope) =>
    all([
      ...(included ? [any(included.map(({ geometry }) => inArea(geometry, scope)))] : []),
      ...(excluded ?? []).map(({ geometry }) => `${inArea(geometry, scope)} is not true`),
    ]),
  words: (condition, scope) => wordsSql(condition, scope),
};

/** Words of closed lists are stored as their place in the list. */
function inList(field: ListField, entries: readonly string[], bind: Bind): string {
  const column = `l.${LIST_COLUMNS[field]}`;
  const { entry } = LIST_FIELD_TABLE[field];
  if (entry.kind === 'word')
    return `${column} = any(${bind(entries.map((word) => entry.words.indexOf(word)))}::smallint[])`;
  if (entry.kind === 'source') return `${column} = any(${bind(entries)}::uuid[])`;
  const exact = entries.filter((each) => !isBeginning(each));
  const beginnings = entries.filter(isBeginning).map((each) => each.slice(0, -1));
  return any([
    ...(exact.length > 0 ? [`${column} = any(${bind(exact)}::text[])`] : []),
    ...(beginnings.length > 0 ? [`${column} ^@ any(${bind(beginnings)}::text[])`] : []),
  ]);
}

function inArea(geometry: AreaGeometry, { bind, areas }: Scope): string {
  let text = areas.get(geometry);
  if (text === undefined) areas.set(geometry, (text = `(${areaSql(geometry, bind)})`));
  return text;
}

/**
 * The bounds as far as there are any; without one, a value has to be there. Whole numbers compare as such, which keeps
 * the planner's statistics of the column in play.
 */
function boundsSql({ field, min, max }: RangeCondition, column: string, bind: Bind): string[] {
  const whole = WHOLE_NUMBER_FIELDS.has(field);
  const type = whole ? 'bigint' : 'float8';
  if (min === null && max === null) return [`${column} is not null`];
  return [
    ...(min === null ? [] : [`${column} >= ${bind(whole ? safeInteger(Math.ceil(min)) : min)}::${type}`]),
    ...(max === null ? [] : [`${column} <= ${bind(whole ? safeInteger(Math.floor(max)) : max)}::${type}`]),
  ];
}

/** The columns hold 32-bit integers, so a bound beyond 2^53 says the same at 2^53 and fits a bigint. */
function safeInteger(value: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, value));
}

function divisionSql(ids: readonly number[], { bind, levelOf }: Scope): string {
  const others = ids.filter((id) => levelOf(id) === undefined);
  const levels = Object.entries(LEVEL_COLUMNS).map(([level, column]) => ({
    column,
    ids: ids.filter((id) => levelOf(id) === level),
  }));
  return any([
    ...levels
      .filter((level) => level.ids.length > 0)
      .map((level) => oneOf(`l.${level.column}`, level.ids, 'bigint', bind)),
    ...(others.length > 0 ? [`l.division_ids && ${bind(others)}::bigint[]`] : []),
  ]);
}

/** One value is compared as such: a plan for all values knows that there is one, where a list may have any number. */
function oneOf(column: string, values: readonly number[], type: string, bind: Bind): string {
  return values.length === 1
    ? `${column} = ${bind(values[0])}::${type}`
    : `${column} = any(${bind(values)}::${type}[])`;
}

const all = (parts: readonly string[]): string => (parts.length === 0 ? 'true' : parts.join(' and '));
/** Nothing holds when there is nothing to choose from. */
const any = (parts: readonly string[]): string =>
  parts.length === 0 ? 'false' : parts.length === 1 ? parts[0]! : `(${parts.map(alone).join(' or ')})`;
/** `and` binds more tightly than `or`: this is for the reader. */
const alone = (part: string): string => (part.includes(' and ') && !part.startsWith('(') ? `(${part})` : part);
