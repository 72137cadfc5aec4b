import { DEFAULT_SORT, type SearchPosition, type Sort, type SortField } from '../property-search.js';
import { distanceOrder, isNowhere } from './distance-order.js';
import type { Query } from './query-parts.js';

/** Field of a search document behind each order. */
const SORT_KEYS: { readonly [F in SortField]: string } = {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  PRICE: 'minPrice',
  AREA: 'maxArea',
  PRICE_PER_AREA: 'minPricePerArea',
};

/**
 * Missing keys last in both directions, ties by uuid in the same direction. A uuid as text sorts like the uuid itself.
 */
export function sortOf(sort: Sort): Query[] {
  const order = sort.direction === 'ASC' ? 'asc' : 'desc';
  const byKey =
    sort.field === 'DISTANCE' ? distanceOrder(sort) : { [SORT_KEYS[sort.field]]: { order, missing: '_last' } };
  return [byKey, { id: { order } }];
}

/**
 * How the next page begins behind a position. Among the properties that lack the key only the uuid decides, and they
 * alone are asked for: OpenSearch takes no null for the number to go on behind.
 */
export function afterPosition(
  sort: Sort,
  after: SearchPosition | null,
): { filters: Query[]; sort: Query[]; search_after?: (number | string)[] } {
  const [byKey, byId] = sortOf(sort) as [Query, Query];
  if (after === null) return { filters: [], sort: [byKey, byId] };
  if (after.key !== null) return { filters: [], sort: [byKey, byId], search_after: [after.key, after.id] };
  const field = sort.field === 'DISTANCE' ? 'lat' : SORT_KEYS[sort.field];
  return {
    filters: [{ bool: { must_not: { exists: { field } } } }],
    sort: [byId],
    search_after: [after.id],
  };
}

/**
 * Reads the sort values of a hit. A missing number comes as the text "Infinity" or "-Infinity", or does not come where
 * all lack it; a missing distance as a number that none is.
 */
export function positionOf(values: readonly unknown[], sort: Sort = DEFAULT_SORT): SearchPosition {
  const [key] = values;
  const isThere = values.length > 1 && typeof key === 'number' && !(sort.field === 'DISTANCE' && isNowhere(key, sort));
  return { key: isThere ? key : null, id: values.at(-1) as string };
}
