import type { Criteria } from '@gable/domain/criteria';
import type { Band, BandField, CountedField, FacetCounts, FeatureFacet, ValueCount } from '../property-facets.js';
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

/** `FacetCounts` on OpenSearch: aggregations over the matching listings of the properties that are found. */
export class OpenSearchFacets implements FacetCounts {
  constructor(private readonly index: AskedIndex) {}

  async countValues(criteria: Criteria, field: CountedField, limit: number): Promise<ValueCount[]> {
    const { asked } = await this.amongListings<{ buckets: (Counted & { key: string | number })[] }>(criteria, {
      terms: {
        field: VALUE_FIELDS[field],
        size: limit,
        shard_size: Math.max(limit, TERMS_OF_SHARD),
        order: [{ properties: 'desc' }, { _key: 'asc' }],
      },
      aggs: PROPERTIES,
    });
    return asked.buckets.map(({ key, properties }) => ({
      value: field === 'city' ? Number(key) : key,
      count: properties.doc_count,
    }));
  }

  countBands(criteria: Criteria, field: BandField, bands: readonly Band[]): Promise<number[]> {
    const name = `listings.${field}`;
    return this.countTests(
      criteria,
      bands.map(({ min, max }) =>
        min === null && max === null
          ? { exists: { field: name } }
          : { range: { [name]: { ...(min !== null && { gte: min }), ...(max !== null && { lte: max }) } } },
      ),
    );
  }

  countFeatures(criteria: Criteria, features: readonly FeatureFacet[]): Promise<number[]> {
    return this.countTests(
      criteria,
      features.map((feature) => ({ term: { [`listings.${feature}`]: true } })),
    );
  }

  async quantiles(criteria: Criteria, field: BandField, shares: number): Promise<number[]> {
    const { asked } = await this.amongListings<{ value: number[] }>(criteria, quantilesOf(`listings.${field}`, shares));
    return asked.value;
  }

  private async countTests(criteria: Criteria, tests: readonly Query[]): Promise<number[]> {
    if (tests.length === 0) return [];
    const { asked } = await this.amongListings<{ buckets: Counted[] }>(criteria, {
      filters: { filters: tests },
      aggs: PROPERTIES,
    });
    return asked.buckets.map(({ properties }) => properties.doc_count);
  }

  /** Aggregations under `nested` see all listings of what is found: those that match are filtered once more. */
  private async amongListings<Answer>(criteria: Criteria, asked: Record<string, unknown>): Promise<{ asked: Answer }> {
    const { query } = compileForListings(criteria);
    const { listings } = await this.index.aggregate<{ listings: { matching: { asked: Answer } } }>(matching(criteria), {
      listings: { nested: { path: 'listings' }, aggs: { matching: { filter: query, aggs: { asked } } } },
    });
    return listings.matching;
  }
}

/** Values that each shard answers with, so that what is frequent over all of them is not missed. */
const TERMS_OF_SHARD = 5_000;

/** The values at the ends of equal shares, as `percentile_disc` of PostgreSQL picks them; `percentiles` estimates. */
function quantilesOf(field: string, shares: number): Record<string, unknown> {
  return {
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
}
