import type { GeoBox } from '../geo/geo-box.js';
import type { AreaGeometry, Point } from '../geo/geometry.js';
import type { PropertyType, TransactionType } from '../values/vocabulary.js';
import type { TextField } from '../words/listing-words.js';

/**
 * What a search or an alert asks for, as one canonical tree. Every accepted spelling of search and alerts is parsed
 * into it (`parseCriteria`), and every reader (matcher, SQL, OpenSearch, sentence) reads only it. Plain frozen data.
 *
 * A listing meets a node when all of its `conditions` hold AND, if it has `children`, its `operator` over the
 * children holds. A node without conditions and children is met by every listing.
 */
export interface Criteria<S extends ShapeReference = Shape> {
  readonly conditions: readonly Condition<S>[];
  readonly operator: Operator;
  readonly children: readonly Criteria<S>[];
}

/**
 * Criteria as they are stored: shapes stand in them by their ids alone. `restoreCriteria` puts the geometries in, which
 * whoever matches or searches needs.
 */
export type StoredCriteria = Criteria<ShapeReference>;

/** How the children of a node count: all of them, or at least one. */
export type Operator = 'AND' | 'OR';

/** Numbers a range may bound. `whole` numbers are integers; the rest are doubles. */
export const RANGE_FIELDS = [
  'price',
  'area',
  'rooms',
  'bedrooms',
  'bathrooms',
  'floor',
  'constructionYear',
  'renovationYear',
  'lots',
  'areaIndoor',
  'areaOutdoor',
  'areaLand',
  'areaBalcony',
  'areaTerrace',
  'areaGarden',
  'charges',
  'agencyFees',
  'securityDeposit',
  'pricePerSquareMeter',
  'pictures',
  'publishedAt',
  'firstSeenAt',
  'lastChangedAt',
  'priceCutPercent',
  'priceCutAmount',
  'lastPriceCutPercent',
  'lastPriceCutAmount',
] as const;
/** One of RANGE_FIELDS. */
export type RangeField = (typeof RANGE_FIELDS)[number];

/** Range fields that no member of a listing states as it is: they are made of one or several, or of its past. */
export const MADE_RANGE_FIELDS: readonly RangeField[] = RANGE_FIELDS.slice(RANGE_FIELDS.indexOf('pricePerSquareMeter'));

/** Range fields whose values are whole numbers; their bounds may be any. */
export const WHOLE_NUMBER_FIELDS: ReadonlySet<RangeField> = new Set<RangeField>([
  'rooms',
  'bedrooms',
  'bathrooms',
  'floor',
  'constructionYear',
  'renovationYear',
  'lots',
  'pictures',
]);

/** Range fields whose values are instants, in epoch milliseconds. */
export const MOMENT_FIELDS: ReadonlySet<RangeField> = new Set<RangeField>([
  'publishedAt',
  'firstSeenAt',
  'lastChangedAt',
]);

/** Booleans a flag may ask for. */
export const FLAG_FIELDS = [
  'furnished',
  'disabledAccess',
  'equippedKitchen',
  'balcony',
  'terrace',
  'garden',
  'cellar',
  'lastFloor',
  'elevator',
  'intercom',
  'gym',
  'swimmingPool',
  'parking',
  'chargesIncluded',
  'feesIncluded',
] as const;
/** One of FLAG_FIELDS. */
export type FlagField = (typeof FLAG_FIELDS)[number];

/** Words, codes and ids a list may ask for. */
export const LIST_FIELDS = [
  'sourceId',
  'publisherType',
  'transactionStatus',
  'saleType',
  'mandateType',
  'condition',
  'currency',
  'dpe',
  'ghg',
  'heatingSystem',
  'energyCarrier',
  'locationAccuracy',
  'postalCode',
] as const;
/** One of LIST_FIELDS. */
export type ListField = (typeof LIST_FIELDS)[number];

/**
 * The value is present and `min ≤ value ≤ max`; an absent value passes only with `allowNull`. At least one bound is
 * set.
 */
export interface RangeCondition {
  readonly kind: 'range';
  readonly field: RangeField;
  readonly min: number | null;
  readonly max: number | null;
  readonly allowNull: boolean;
}

/** The value equals; an absent value passes only with `allowNull`. */
export interface FlagCondition {
  readonly kind: 'flag';
  readonly field: FlagField;
  readonly value: boolean;
  readonly allowNull: boolean;
}

/**
 * `included` (null = any): present and one of them, or absent with `allowNull`. `excluded` (null = none): absent or
 * none of them. Not both null. Postal codes may be beginnings: `75*`.
 */
export interface ListCondition {
  readonly kind: 'list';
  readonly field: ListField;
  readonly included: readonly string[] | null;
  readonly excluded: readonly string[] | null;
  /** Never without `included`: nothing else asks for a value. */
  readonly allowNull: boolean;
}

/** Present and one of `included`. */
export interface TransactionTypeCondition {
  readonly kind: 'transactionType';
  readonly included: readonly TransactionType[];
}

/**
 * `included` (null = any): present and in the set. `excluded` (null = none): absent or not in the set. Not both null.
 */
export interface PropertyTypeCondition {
  readonly kind: 'propertyType';
  readonly included: readonly PropertyType[] | null;
  readonly excluded: readonly PropertyType[] | null;
}

/**
 * `included`: one of the listing's divisions, any ancestor counts, is in the set. `excluded`: none is. Not both null.
 */
export interface DivisionCondition {
  readonly kind: 'division';
  readonly included: readonly number[] | null;
  readonly excluded: readonly number[] | null;
}

/** Great-circle distance from `center` ≤ `radiusMeters`; a listing without a point does not meet it. */
export interface CircleCondition {
  readonly kind: 'circle';
  readonly center: Point;
  readonly radiusMeters: number;
}

/** The point lies in the box, edges included; a listing without a point does not meet it. */
export interface BoxCondition extends GeoBox {
  readonly kind: 'box';
}

/**
 * Words in the texts of a listing, folded (`wordsOf`). An entry is the words of a phrase with a blank between, or the
 * beginning of a word with a star behind. `all`: each of them occurs in one of the texts `in`. `any` (null = none):
 * at least one does. `none`: none does. Not all three empty. A phrase occurs where its words follow each other in one
 * text.
 */
export interface WordsCondition {
  readonly kind: 'words';
  readonly all: readonly string[];
  readonly any: readonly string[] | null;
  readonly none: readonly string[];
  readonly in: readonly TextField[];
}

/** `included`: the point lies in one of the shapes. `excluded`: in none, or there is no point. Not both null. */
export interface ShapeCondition<S extends ShapeReference = Shape> {
  readonly kind: 'shape';
  readonly included: readonly S[] | null;
  readonly excluded: readonly S[] | null;
}

/** A drawn area by the id it was stored under (a UUID). */
export interface ShapeReference {
  readonly id: string;
}

/**
 * A drawn area with its geometry, so that readers need no look-up. However often a tree names a shape, its references
 * hold the same geometry object: what is worked out for it is worked out once.
 */
export interface Shape extends ShapeReference {
  readonly geometry: AreaGeometry;
}

/** What one condition asks, by its `kind`. */
export type Condition<S extends ShapeReference = Shape> =
  | RangeCondition
  | FlagCondition
  | ListCondition
  | TransactionTypeCondition
  | PropertyTypeCondition
  | DivisionCondition
  | CircleCondition
  | BoxCondition
  | ShapeCondition<S>
  | WordsCondition;

/** The kinds of conditions. */
export type ConditionKind = Condition['kind'];
/** The condition of one kind. */
export type ConditionOf<K extends ConditionKind, S extends ShapeReference = Shape> = Extract<Condition<S>, { kind: K }>;

/** One entry per kind of condition: a new kind does not compile until every reader has its entry. */
export type ConditionTable<Arguments extends readonly unknown[], Result, S extends ShapeReference = Shape> = {
  readonly [K in ConditionKind]: (condition: ConditionOf<K, S>, ...rest: Arguments) => Result;
};

/** Runs the entry of a table that belongs to the condition's kind. */
export function readCondition<Arguments extends readonly unknown[], Result, S extends ShapeReference = Shape>(
  table: ConditionTable<Arguments, Result, S>,
  condition: Condition<S>,
  ...rest: Arguments
): Result {
  const read = table[condition.kind] as (condition: Condition<S>, ...rest: Arguments) => Result;
  return read(condition, ...rest);
}
