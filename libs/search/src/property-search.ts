import type { Criteria } from '@gable/domain/criteria';
import { distanceMeters, type Point } from '@gable/domain/geo';
import type { FacetCounts } from './property-facets.js';
import type { PropertyMap } from './property-map.js';
import type { SearchBackend, Total } from './total.js';

/** The stored figures that properties can be sorted by. */
export const SORT_FIELDS = ['CREATED_AT', 'UPDATED_AT', 'PRICE', 'AREA', 'PRICE_PER_AREA'] as const;
/** PRICE is the property's lowest price, AREA its largest, PRICE_PER_AREA its lowest; all over its online listings. */
export type SortField = (typeof SORT_FIELDS)[number];
/** From the lowest up, or from the highest down. */
export type SortDirection = 'ASC' | 'DESC';

/** By a figure that is stored. */
export interface KeySort {
  readonly field: SortField;
  readonly direction: SortDirection;
}

/** By the great-circle distance of a property's place from a point, in metres to the millimetre. */
export interface DistanceSort {
  readonly field: 'DISTANCE';
  readonly direction: SortDirection;
  readonly center: Point;
}

/** Missing keys come last in both directions; ties are broken by uuid in the same direction. */
export type Sort = KeySort | DistanceSort;

/** The key of a place in the order of a distance: engines whose last digits differ agree on the millimetre. */
export function distanceKey(center: Point, place: Point): number {
  return Math.round(distanceMeters(center, place) * 1_000) / 1_000;
}

/** What holds where a caller names no sort: the newest first. */
export const DEFAULT_SORT: KeySort = { field: 'CREATED_AT', direction: 'DESC' };

/**
 * Where paging stands: the sort key (epoch milliseconds for times, metres for distances; null where the property has
 * none) and uuid of the last item served.
 */
export interface SearchPosition {
  readonly key: number | null;
  readonly id: string;
}

/** A page of what meets criteria: `limit` items behind the first `offset`. */
export interface PageQuery {
  readonly criteria: Criteria;
  readonly sort: Sort;
  readonly offset: number;
  readonly limit: number;
}

/** What is known of properties that were found. */
interface Seen {
  /** The revisions that they had when they were found, by id, where the engine read them. */
  readonly revisions?: ReadonlyMap<string, number>;
}

/** `total` is exact up to TOTAL_CAP, then TOTAL_CAP. */
export interface PageResult extends Total, Seen {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  readonly backend: SearchBackend;
}

/** The next `limit` items behind a position. */
export interface CursorQuery {
  readonly criteria: Criteria;
  readonly sort: Sort;
  readonly limit: number;
  /** null on the first request. */
  readonly after: SearchPosition | null;
  /** Only properties first seen at or before this moment (epoch milliseconds): the time of the first request. */
  readonly seenUntil: number;
  /** The count carried along since the first request; null there, which makes the engine count. */
  readonly counted: Total | null;
}

/** `total` is the count of the first request. */
export interface CursorResult extends Total, Seen {
  readonly hits: readonly SearchPosition[];
  readonly hasMore: boolean;
  readonly backend: SearchBackend;
}

/** Totals in page mode are exact up to this and then stop; so is a count that takes longer than its budget. */
export const TOTAL_CAP = 10_000;

/** What a count of everything may take, in milliseconds, where the settings say nothing else. */
export const COUNT_BUDGET_MS = 1_000;

/**
 * Finds the properties of which one online listing meets the whole tree. Answers ids in order; the records are read
 * from the store. Throws `SearchUnavailable` when the engine cannot answer in time.
 */
export interface PropertySearch {
  findPage(query: PageQuery): Promise<PageResult>;
  findAfter(query: CursorQuery): Promise<CursorResult>;
  /** The true count, unless it takes longer than the engine's budget for counts. */
  count(criteria: Criteria): Promise<Total>;
  /** The database's or engine's clock in epoch milliseconds: the bound of what a new cursor sees. */
  now(): Promise<number>;
  readonly map: PropertyMap;
  readonly facets: FacetCounts;
  /** Where the engine knows which questions cost little. */
  readonly looks?: CheapLooks;
}

/** Answers what costs an engine as little as a single read, as `PropertySearch` does. Null: ask for it there. */
export interface CheapLooks {
  findPage(query: PageQuery): Promise<PageResult | null>;
  findAfter(query: CursorQuery): Promise<CursorResult | null>;
  count(criteria: Criteria): Promise<Total | null>;
}

/**
 * This engine does not answer this question, now or later: it exceeds one of its limits, or the engine refused it. The
 * engine itself is well, and PostgreSQL answers whatever criteria can say.
 */
export class BeyondEngine extends Error {
  override readonly name = 'BeyondEngine';
}

/** The engine cannot answer now; the same request may succeed after `retryAfterSeconds`. */
export class SearchUnavailable extends Error {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'SearchUnavailable';
  }
}

/** This question took longer than it may. That says nothing about the engine, which may answer others at once. */
export class SlowSearch extends SearchUnavailable {
  constructor(options?: ErrorOptions) {
    super('The search took too long; try again.', 1, options);
    this.name = 'SlowSearch';
  }
}
