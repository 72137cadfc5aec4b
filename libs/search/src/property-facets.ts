import { FLAG_FIELDS, type Condition, type Criteria, type FlagField } from '@gable/domain/criteria';

/** What properties can be counted by. */
export const FACETS = ['transactionType', 'propertyType', 'rooms', 'price', 'area', 'city', 'features'] as const;
export type Facet = (typeof FACETS)[number];

/** Flags that say what a price holds, not what a home has. */
type FlagOfMoney = 'chargesIncluded' | 'feesIncluded';

/** Flags that are counted as features: what a home has. */
export type FeatureFacet = Exclude<FlagField, FlagOfMoney>;
export const FEATURE_FACETS: readonly FeatureFacet[] = FLAG_FIELDS.filter(
  (field): field is FeatureFacet => field !== 'chargesIncluded' && field !== 'feesIncluded',
);

/** Numbers that are counted in bands. */
export type BandField = 'price' | 'area';

/** From min to max, both included; null = no bound. */
export interface Band {
  readonly min: number | null;
  readonly max: number | null;
}

/** How many properties have a listing that meets the criteria and states the value. */
export interface ValueCount<Value extends string | number = string | number> {
  readonly value: Value;
  readonly count: number;
}

export interface BandCount extends Band {
  readonly count: number;
}

/** Values of one field of listings; the rest of the criteria is the caller's. */
export type CountedField = 'transactionType' | 'propertyType' | 'rooms' | 'city';

/** Answers to the questions that facets are made of. A count is what `count` of the criteria and the value would be. */
export interface FacetCounts {
  /** Values that occur, the most frequent first, at most `limit`. */
  countValues(criteria: Criteria, field: CountedField, limit: number): Promise<ValueCount[]>;
  countBands(criteria: Criteria, field: BandField, bands: readonly Band[]): Promise<number[]>;
  /** Features that one listing in question has, all at once. */
  countFeatures(criteria: Criteria, features: readonly FeatureFacet[]): Promise<number[]>;
  /**
   * Stated values of matching listings that part them in so many equal shares, ascending: observed values, all of them
   * exact.
   */
  quantiles(criteria: Criteria, field: BandField, shares: number): Promise<number[]>;
}

/** Whether a condition is a facet's own: what it counts is counted as if that condition were not set. */
export function isOwnCondition(facet: Exclude<Facet, 'features'>, condition: Condition): boolean {
  if (facet === 'city') return condition.kind === 'division';
  if (facet === 'rooms' || facet === 'price' || facet === 'area')
    return condition.kind === 'range' && condition.field === facet;
  return condition.kind === facet;
}
