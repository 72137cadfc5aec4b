import { PROPERTY_TYPES, TRANSACTION_TYPES } from '@gable/domain';
import type { Criteria } from '@gable/domain/criteria';
import type { Band, BandField, CountedField, FacetCounts, FeatureFacet, ValueCount } from '@gable/search';
import {
  countBandsStatement,
  countFeaturesStatement,
  countValuesStatement,
  quantilesStatement,
} from './facet-statements.js';
import type { StatementRunner } from './statement-runner.js';

/** `FacetCounts` on PostgreSQL. */
export class PostgresFacets implements FacetCounts {
  constructor(private readonly runner: StatementRunner) {}

  async countValues(criteria: Criteria, field: CountedField, limit: number): Promise<ValueCount[]> {
    const found = await this.runner.compile(criteria);
    const rows = await this.runner.run<{ value: number; count: number }>(countValuesStatement(found, field, limit));
    return rows.map(({ value, count }) => ({ value: wordOf(field, value), count }));
  }

  async countBands(criteria: Criteria, field: BandField, bands: readonly Band[]): Promise<number[]> {
    if (bands.length === 0) return [];
    const found = await this.runner.compile(criteria);
    const [row] = await this.runner.run<{ counts: number[] }>(countBandsStatement(found, field, bands));
    return row!.counts;
  }

  async countFeatures(criteria: Criteria, features: readonly FeatureFacet[]): Promise<number[]> {
    if (features.length === 0) return [];
    const found = await this.runner.compile(criteria);
    const [row] = await this.runner.run<{ counts: number[] }>(countFeaturesStatement(found, features));
    return row!.counts;
  }

  async quantiles(criteria: Criteria, field: BandField, shares: number): Promise<number[]> {
    const found = await this.runner.compile(criteria);
    const [row] = await this.runner.run<{ values: number[] | null }>(quantilesStatement(found, field, shares));
    return row!.values ?? [];
  }
}

/** Words of closed lists are stored as their place in the list. */
function wordOf(field: CountedField, value: number): string | number {
  if (field === 'transactionType') return TRANSACTION_TYPES[value]!;
  return field === 'propertyType' ? PROPERTY_TYPES[value]! : value;
}
