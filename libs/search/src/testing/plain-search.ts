import { matchCriteria, type Criteria } from '@gable/domain/criteria';
import {
  distanceKey,
  type CursorResult,
  type PropertySearch,
  type SearchPosition,
  type Sort,
} from '../property-search.js';
import type { Total } from '../total.js';
import { NOW } from './some-properties.js';
import { placeOf, sortKeysOf, type StoredProperty } from './stored-property.js';

/** Of each list of properties, by criteria and order: the tests of a contract ask for the same ones. */
const known = new WeakMap<readonly StoredProperty[], Map<string, readonly SearchPosition[]>>();

/** Every property, id and key, that the matcher lets through, in order. `stored` never changes. */
export function ordered(stored: readonly StoredProperty[], criteria: Criteria, sort: Sort): readonly SearchPosition[] {
  const orders = known.get(stored) ?? new Map<string, readonly SearchPosition[]>();
  known.set(stored, orders);
  const key = JSON.stringify([criteria, sort]);
  const order = orders.get(key) ?? inOrder(stored, criteria, sort);
  orders.set(key, order);
  return order;
}

function inOrder(stored: readonly StoredProperty[], criteria: Criteria, sort: Sort): SearchPosition[] {
  const sign = sort.direction === 'ASC' ? 1 : -1;
  return stored
    .filter(({ listings }) => listings.some(({ online, listing }) => online && matchCriteria(criteria, listing)))
    .map((property) => ({ id: property.id, key: keyOf(property, sort) }))
    .sort(
      (a, b) =>
        (a.key === null ? 1 : 0) - (b.key === null ? 1 : 0) ||
        sign * ((a.key ?? 0) - (b.key ?? 0)) ||
        sign * (a.id < b.id ? -1 : 1),
    );
}

function keyOf(property: StoredProperty, sort: Sort): number | null {
  if (sort.field !== 'DISTANCE') return sortKeysOf(property)[sort.field];
  const place = placeOf(property);
  return place === null ? null : distanceKey(sort.center, place);
}

export const orderedIds = (stored: readonly StoredProperty[], criteria: Criteria, sort: Sort): string[] =>
  ordered(stored, criteria, sort).map(({ id }) => id);

export async function pageThrough(
  engine: PropertySearch,
  criteria: Criteria,
  sort: Sort,
  limit: number,
  between: () => Promise<void> = () => Promise.resolve(),
) {
  const ids: string[] = [];
  const totals: number[] = [];
  let after: SearchPosition | null = null;
  let counted: Total | null = null;
  for (;;) {
    const result: CursorResult = await engine.findAfter({ criteria, sort, limit, after, seenUntil: NOW, counted });
    ids.push(...result.hits.map(({ id }) => id));
    totals.push(result.total);
    if (!result.hasMore) return { ids, totals };
    after = result.hits.at(-1)!;
    counted = { total: result.total, totalIsExact: result.totalIsExact };
    await between();
  }
}
