/** A query of OpenSearch's query language. */
export type Query = Readonly<Record<string, unknown>>;

/** A conjunction not yet written down: all of `must`, none of `not`, one of each list of `choices`. */
export interface Part {
  readonly must: readonly Query[];
  readonly not: readonly Query[];
  readonly choices: readonly (readonly Part[])[];
  /** Nothing meets it, whatever else it asks. */
  readonly isNever: boolean;
}

export const ALWAYS: Part = { must: [], not: [], choices: [], isNever: false };
export const NEVER: Part = { ...ALWAYS, isNever: true };

/**
 * One of the alternatives. Alternatives that are choices themselves are laid out flat, and sets over one field are put
 * together.
 */
export function either(alternatives: readonly Part[]): Part {
  const possible = alternatives
    .filter(({ isNever }) => !isNever)
    .flatMap((part) => (isChoice(part) ? part.choices[0]! : [part]));
  if (possible.length === 0) return NEVER;
  if (possible.some(isAlways)) return ALWAYS;
  const united = uniteSets(possible);
  return united.length === 1 ? united[0]! : { ...ALWAYS, choices: [united] };
}

/** Writes a part down, and says what it takes: leaf clauses, and levels of bools. */
export function boolQuery(part: Part): { query: Query; clauses: number; depth: number } {
  if (part.isNever) return { query: { match_none: {} }, clauses: 1, depth: 0 };
  if (isAlways(part)) return { query: { match_all: {} }, clauses: 1, depth: 0 };
  const {
    must,
    not,
    choices: [first, ...others],
  } = part;
  if (must.length === 1 && not.length === 0 && first === undefined)
    return { query: must[0]!, clauses: leavesOf(must), depth: 0 };
  const inner = others.map((choice) => boolQuery({ ...ALWAYS, choices: [choice] }));
  const alternatives = (first ?? []).map(boolQuery);
  const filter = [...must, ...inner.map(({ query }) => query)];
  const query = {
    bool: {
      ...(filter.length > 0 && { filter }),
      ...(not.length > 0 && { must_not: not }),
      ...(alternatives.length > 0 && { should: alternatives.map((each) => each.query), minimum_should_match: 1 }),
    },
  };
  const below = [...inner, ...alternatives];
  return {
    query,
    // "None of these" alone is "everything but these" to Lucene: a clause more.
    clauses:
      leavesOf(must) +
      leavesOf(not) +
      (filter.length === 0 && alternatives.length === 0 ? 1 : 0) +
      below.reduce((sum, { clauses }) => sum + clauses, 0),
    depth: 1 + below.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
  };
}

const isAlways = ({ must, not, choices, isNever }: Part): boolean =>
  !isNever && must.length + not.length + choices.length === 0;
const isChoice = ({ must, not, choices }: Part): boolean => must.length + not.length === 0 && choices.length === 1;

/** `{terms: {f: a}}` or `{terms: {f: b}}` is `{terms: {f: a and b}}`: one clause for however many. */
function uniteSets(alternatives: readonly Part[]): Part[] {
  const sets = new Map<string, string[]>();
  const others: Part[] = [];
  for (const part of alternatives) {
    const set = soleSet(part);
    if (set === undefined) others.push(part);
    else sets.set(set.field, [...(sets.get(set.field) ?? []), ...set.values]);
  }
  return [
    ...others,
    ...[...sets].map(([field, values]): Part => ({ ...ALWAYS, must: [{ terms: { [field]: [...new Set(values)] } }] })),
  ];
}

function soleSet({ must, not, choices }: Part): { field: string; values: readonly string[] } | undefined {
  if (must.length !== 1 || not.length + choices.length > 0 || must[0]!.terms === undefined) return undefined;
  const [[field, values]] = Object.entries(must[0]!.terms as Record<string, readonly string[]>) as [
    [string, readonly string[]],
  ];
  return { field, values };
}

/**
 * Ranges and places count twice, because Lucene keeps two ways of answering them (measured; counted over the whole
 * query).
 */
function leavesOf(queries: readonly Query[]): number {
  return queries.reduce(
    (sum, query) => sum + ('range' in query || 'geo_distance' in query || 'geo_shape' in query ? 2 : 1),
    0,
  );
}
