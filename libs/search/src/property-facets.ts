import { FLAG_FIELDS, type Condition, type Criteria, type FlagField } from '@gable/domain/criteria';

/** What properties can be counted by. */
export const FACETS = ['transactionType', 'propertyType', 'rooms', 'price', 'area', 'city', 'features'] as const;
/** One of FACETS. */
export type Facet = (typeof FACETS)[number];

/** Flags that say what a price holds, not what a home has. */
type FlagOfMoney = 'chargesIncluded' | 'feesIncluded';

/** Flags that are counted as features: what a home has. */
export type FeatureFacet = Exclude<FlagField, FlagOfMoney>;
/** All of them, in the order of FLAG_FIELDS. */
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

/** How many properties have an online listing in a band. */
export interface BandCount extends Band {
  readonly count: number;
}

/** Values of one field of listings; the rest of the criteria is the caller's. */
export type CountedField = 'transactionType' | 'propertyType' | 'rooms' | 'city';

/** What is to be counted of one set of matching listings, all at once. */
export interface FacetQuestions {
  /** How many values of each field, at most: the most frequent. */
  readonly values?: { readonly [F in CountedField]?: number };
  readonly bands?: { readonly [F in BandField]?: readonly Band[] };
  /** Features that one listing in question has. */
  readonly features?: readonly FeatureFacet[];
}

/** Answers in the order of what was asked; of values, the most frequent first. */
export interface FacetAnswers {
  readonly values: { readonly [F in CountedField]?: readonly ValueCount[] };
  readonly bands: { readonly [F in BandField]?: readonly number[] };
  readonly features: readonly number[];
}

/** How many equal shares the stated values of a field are to be parted in. */
export type ShareQuestions = { readonly [F in BandField]?: number };
/** Where the shares of each field that was asked for part, ascending; one field may have fewer than were asked for. */
export type ShareEnds = { readonly [F in BandField]?: readonly number[] };

/** Answers to the questions that facets are made of. A count is what `count` of the criteria and the value would be. */
export interface FacetCounts {
  /** null where it takes longer than the budget, in milliseconds. */
  count(criteria: Criteria, questions: FacetQuestions, budgetMs: number): Promise<FacetAnswers | null>;
  /**
   * Stated values of matching listings that part them in so many equal shares, ascending: observed values, all of them
   * exact. null where it takes longer than the budget.
   */
  shareEnds(criteria: Criteria, questions: ShareQuestions, budgetMs: number): Promise<ShareEnds | null>;
}

/** Whether a condition is a facet's own: what it counts is counted as if that condition were not set. */
export function isOwnCondition(facet: Exclude<Facet, 'features'>, condition: Condition): boolean {
  if (facet === 'city') return condition.kind === 'division';
  if (facet === 'rooms' || facet === 'price' || facet === 'area')
    return condition.kind === 'range' && condition.field === facet;
  return condition.kind === facet;
}
