import type { Criteria } from '@gable/domain/criteria';
import type {
  Band,
  BandField,
  CountedField,
  FacetAnswers,
  FacetCounts,
  FacetQuestions,
  ShareEnds,
  ShareQuestions,
  ValueCount,
} from '../property-facets.js';
import type { AskedIndex } from './asked-index.js';
import { compileForListings } from './compile-to-opensearch.js';
import { matching } from './matching.js';
import type { Query } from './query-parts.js';

const VALUE_FIELDS: { readonly [F in CountedField]: string } = {
  transactionType: 'listings.transactionType',
  propertyType: 'listings.propertyType',
  rooms: 'listings.rooms',
  city: 'listings.cityId',
};

/** How many properties the listings of a bucket belong to. */
const PROPERTIES = { properties: { reverse_nested: {} } } as const;
interface Counted {
  readonly properties: { readonly doc_count: number };
}

/** An aggregation and how its answer is read. */
interface Asked<Answer> {
  readonly aggregation: Record<string, unknown>;
  readonly read: (answer: never) => Answer;
}

/** `FacetCounts` on OpenSearch: aggregations over the matching listings of the properties that are found. */
export class OpenSearchFacets implements FacetCounts {
  constructor(private readonly index: AskedIndex) {}

  async count(criteria: Criteria, questions: FacetQuestions, budgetMs: number): Promise<FacetAnswers | null> {
    const { values = {}, bands = {}, features = [] } = questions;
    const asked = {
      ...mapMembers(values, valuesOf, 'values'),
      ...mapMembers(bands, bandsOf, 'bands'),
      ...(features.length > 0 && {
        features: testsOf(features.map((name) => ({ term: { [`listings.${name}`]: true } }))),
      }),
    };
    const answers = await this.amongListings(criteria, asked, budgetMs);
    if (answers === null) return null;
    const named = <Field extends string>(members: { readonly [F in Field]?: unknown }, prefix: string) =>
      Object.fromEntries(Object.keys(members).map((field) => [field, answers[`${prefix}_${field}`]]));
    return {
      values: named(values, 'values'),
      bands: named(bands, 'bands'),
      features: (answers['features'] ?? []) as readonly number[],
    };
  }

  async shareEnds(criteria: Criteria, questions: ShareQuestions, budgetMs: number): Promise<ShareEnds | null> {
    const asked = Object.fromEntries(
      Object.entries(questions).map(([field, shares]) => [field, sharesOf(`listings.${field}`, shares)]),
    );
    return await this.amongListings(criteria, asked, budgetMs);
  }

  /** Aggregations under `nested` see all listings of what is found: those that match are filtered once more. */
  private async amongListings(
    criteria: Criteria,
    asked: Readonly<Record<string, Asked<unknown>>>,
    budgetMs: number,
  ): Promise<Record<string, unknown> | null> {
    if (Object.keys(asked).length === 0) return {};
    const { query } = compileForListings(criteria);
    const aggs = Object.fromEntries(Object.entries(asked).map(([name, { aggregation }]) => [name, aggregation]));
    const answer = await this.index.aggregateWithin<{ listings: { matching: Record<string, never> } }>(
      budgetMs,
      matching(criteria),
      { listings: { nested: { path: 'listings' }, aggs: { matching: { filter: query, aggs } } } },
    );
    if (answer === null) return null;
    const found = answer.listings.matching;
    return Object.fromEntries(Object.entries(asked).map(([name, { read }]) => [name, read(found[name]!)]));
  }
}

function mapMembers<Field extends string, Question>(
  members: { readonly [F in Field]?: Question },
  ask: (field: Field, question: Question) => Asked<unknown>,
  prefix: string,
): Record<string, Asked<unknown>> {
  const entries = Object.entries(members) as [Field, Question][];
  return Object.fromEntries(entries.map(([field, question]) => [`${prefix}_${field}`, ask(field, question)]));
}

function valuesOf(field: CountedField, limit: number): Asked<ValueCount[]> {
  return {
    aggregation: {
      terms: {
        field: VALUE_FIELDS[field],
        size: limit,
        shard_size: Math.max(limit, TERMS_OF_SHARD),
        order: [{ properties: 'desc' }, { _key: 'asc' }],
      },
      aggs: PROPERTIES,
    },
    read: ({ buckets }: { buckets: (Counted & { key: string | number })[] }) =>
      buckets.map(({ key, properties }) => ({
        value: field === 'city' ? Number(key) : key,
        count: properties.doc_count,
      })),
  };
}

function bandsOf(field: BandField, bands: readonly Band[]): Asked<number[]> {
  const name = `listings.${field}`;
  return testsOf(
    bands.map(({ min, max }) =>
      min === null && max === null
        ? { exists: { field: name } }
        : { range: { [name]: { ...(min !== null && { gte: min }), ...(max !== null && { lte: max }) } } },
    ),
  );
}

function testsOf(tests: readonly Query[]): Asked<number[]> {
  return {
    aggregation: { filters: { filters: tests }, aggs: PROPERTIES },
    read: ({ buckets }: { buckets: Counted[] }) => buckets.map(({ properties }) => properties.doc_count),
  };
}

/** Values that each shard answers with, so that what is frequent over all of them is not missed. */
const TERMS_OF_SHARD = 5_000;

/** The values at the ends of equal shares, as `percentile_disc` of PostgreSQL picks them; `percentiles` estimates. */
function sharesOf(field: string, shares: number): Asked<number[]> {
  const aggregation = {
    scripted_metric: {
      params: { field, ends: Array.from({ length: shares - 1 }, (_, place) => (place + 1) / shares) },
      init_script: 'state.values = new ArrayList();',
      map_script: 'if (doc[params.field].size() != 0) state.values.add(doc[params.field].value);',
      combine_script: 'return state.values',
      reduce_script: `
        List all = new ArrayList();
        for (values in states) all.addAll(values);
        Collections.sort(all);
        List picked = new ArrayList();
        if (all.size() > 0) {
          for (end in params.ends) picked.add(all.get((int) Math.max(0, Math.ceil(end * all.size()) - 1)));
        }
        return picked;`,
    },
  };
  return { aggregation, read: ({ value }: { value: number[] }) => value };
}
