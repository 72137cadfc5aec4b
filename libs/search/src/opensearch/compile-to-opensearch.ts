import { isBeginning, readCondition, type ConditionTable, type Criteria, type Shape } from '@gable/domain/criteria';
import { isBeginning as isWordBeginning } from '@gable/domain/words';
import { areaQuery, boxQueries, circleQueries } from './place-queries.js';
import { ALWAYS, boolQuery, either, NEVER, type Part, type Query } from './query-parts.js';

/** A query over the properties of the index, and how much of OpenSearch's limits it takes. */
export interface CompiledOpenSearch {
  readonly query: Query;
  /** Leaf clauses, as `indices.query.bool.max_clause_count` counts them. */
  readonly clauses: number;
  /** Bools within bools. */
  readonly depth: number;
}

/**
 * Compiles criteria to one `nested` query, so that one listing has to meet the whole tree: it finds exactly the
 * properties of which an online listing is let through by `matchCriteria`. Every negation stands inside the `nested`.
 * The tree is flattened: a node takes at most one level of `bool`, and a node that only passes on takes none.
 */
export function compileToOpenSearch(criteria: Criteria): CompiledOpenSearch {
  const { query, clauses, depth } = compileForListings(criteria);
  return { query: { nested: { path: 'listings', query, score_mode: 'none' } }, clauses, depth };
}

/** The same over the listings themselves, for what is counted among those of the properties that are found. */
export function compileForListings(criteria: Criteria): CompiledOpenSearch {
  return boolQuery(partOf(criteria, 'listings.'));
}

function partOf({ conditions, operator, children }: Criteria, path: string): Part {
  const own = conditions.map((condition) => readCondition(compilers, condition, path));
  const inner = children.map((child) => partOf(child, path));
  return all(operator === 'OR' && inner.length > 0 ? [...own, either(inner)] : [...own, ...inner]);
}

/**
 * A listing has one value of each field, so "absent or within" is the same as "not outside": no clause asks whether a
 * value is there.
 */
const compilers: ConditionTable<[string], Part> = {
  range: ({ field, min, max, allowNull }, path) => {
    const name = path + field;
    if (allowNull)
      return not(
        ...(min === null ? [] : [{ range: { [name]: { lt: min } } }]),
        ...(max === null ? [] : [{ range: { [name]: { gt: max } } }]),
      );
    if (min === null && max === null) return only({ exists: { field: name } });
    return only({ range: { [name]: { ...(min !== null && { gte: min }), ...(max !== null && { lte: max }) } } });
  },
  flag: ({ field, value, allowNull }, path) =>
    allowNull ? not({ term: { [path + field]: !value } }) : only({ term: { [path + field]: value } }),
  list: ({ field, included, excluded, allowNull }, path) => {
    const name = path + field;
    const isAbsent = not({ exists: { field: name } });
    return all([
      ...(included ? [either([...inList(name, included), ...(allowNull ? [isAbsent] : [])])] : []),
      ...(excluded ? inList(name, excluded).map(opposite) : []),
    ]);
  },
  transactionType: ({ included }, path) => inSet(`${path}transactionType`, included),
  propertyType: ({ included, excluded }, path) =>
    all([
      ...(included ? [inSet(`${path}propertyType`, included)] : []),
      ...(excluded ? [notInSet(`${path}propertyType`, excluded)] : []),
    ]),
  division: ({ included, excluded }, path) =>
    all([
      ...(included ? [inSet(`${path}divisionIds`, included)] : []),
      ...(excluded ? [notInSet(`${path}divisionIds`, excluded)] : []),
    ]),
  circle: (condition, path) => ({ ...ALWAYS, must: circleQueries(path, condition) }),
  box: (box, path) => either(boxQueries(path, box).map((queries) => ({ ...ALWAYS, must: queries }))),
  shape: ({ included, excluded }, path) =>
    all([
      ...(included ? [either(areas(included, path).map((area) => only(area)))] : []),
      ...(excluded ? [not(...areas(excluded, path))] : []),
    ]),
  words: (condition, path) => {
    const queries = (entry: string): Query[] => condition.in.map((field) => entryQuery(`${path}${field}`, entry));
    const oneOf = (entries: readonly string[]): Part => either(entries.flatMap(queries).map((query) => only(query)));
    const { all: wanted, any, none } = condition;
    return all([
      ...wanted.map((entry) => oneOf([entry])),
      ...(any === null ? [] : [oneOf(any)]),
      ...(none.length === 0 ? [] : [not(...none.flatMap(queries))]),
    ]);
  },
};

/** Where an entry of words occurs in a field of folded words. */
function entryQuery(field: string, entry: string): Query {
  if (isWordBeginning(entry)) return { prefix: { [field]: entry.slice(0, -1) } };
  return entry.includes(' ') ? { match_phrase: { [field]: entry } } : { term: { [field]: entry } };
}

function areas(shapes: readonly Shape[], path: string): Query[] {
  return shapes.map(({ geometry }) => areaQuery(`${path}point`, geometry)).filter((query) => query !== undefined);
}

/** The entries of a list, which may be beginnings: one of the parts has to hold. */
function inList(field: string, entries: readonly string[]): Part[] {
  const beginnings = entries.filter(isBeginning).map((entry) => entry.slice(0, -1));
  return [
    inSet(
      field,
      entries.filter((entry) => !isBeginning(entry)),
    ),
    ...beginnings.map((beginning) => only({ prefix: { [field]: { value: beginning } } })),
  ];
}

/** None of the queries of a part of `inList`. */
const opposite = ({ must }: Part): Part => (must.length === 0 ? ALWAYS : not(...must));

/** Divisions are kept as text; a `terms` without terms finds nothing, and is one clause however many it has. */
function inSet(field: string, values: readonly (string | number)[]): Part {
  return values.length === 0 ? NEVER : only({ terms: { [field]: values.map(String) } });
}

function notInSet(field: string, values: readonly (string | number)[]): Part {
  return values.length === 0 ? ALWAYS : not({ terms: { [field]: values.map(String) } });
}

const only = (query: Query): Part => ({ ...ALWAYS, must: [query] });
const not = (...queries: Query[]): Part => ({ ...ALWAYS, not: queries });

function all(parts: readonly Part[]): Part {
  if (parts.some(({ isNever }) => isNever)) return NEVER;
  return {
    must: parts.flatMap(({ must }) => must),
    not: parts.flatMap((part) => part.not),
    choices: parts.flatMap(({ choices }) => choices),
    isNever: false,
  };
}
