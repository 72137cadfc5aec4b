import type { Criteria } from '@gable/domain/criteria';
import type { SearchPosition, KeySort } from '@gable/search';
import type { Bind } from './bind.js';
import { impliedKeyBounds, impliedPriceFloor } from './implied-key-bounds.js';
import { afterInStretch, SORT_COLUMNS } from './sort-orders.js';

/**
 * A part of a sort order that is read by itself: rows with a key, or rows without one. By price there is a third,
 * `apart`: the few properties whose prices lie far apart (one listing is for rent, or mistyped). They have an index of
 * their own. Of all others, one with a listing of at least X has its lowest price near X: reading begins there.
 */
export type Stretch = 'keys' | 'missing' | 'apart';

/**
 * Prices lie apart where the lowest is below this share of the highest; the same figure stands in the index
 * property_by_price_apart.
 */
const APART = 0.8;

/** What decides where an order is read. */
interface Reading {
  readonly criteria: Criteria;
  readonly sort: KeySort;
  readonly after: SearchPosition | null;
}

/** The stretches that may hold hits behind `after`, in the order of the sort. */
export function stretchesOf({ criteria, sort, after }: Reading): Stretch[] {
  if (after?.key === null) return ['missing'];
  const floor = impliedPriceFloor(criteria, sort.field);
  if (floor !== null) {
    if (sort.direction === 'ASC') return after === null || isBelow(after, floor) ? ['apart', 'keys'] : ['keys'];
    return isBelow(after, floor) ? ['apart'] : ['keys', 'apart'];
  }
  const missing = SORT_COLUMNS[sort.field].nullable && impliedKeyBounds(criteria, sort.field).length === 0;
  return ['keys', ...(missing ? ['missing' as const] : [])];
}

/** The conditions on table `property` (alias `p`) that make a stretch, behind `after`. */
export function stretchConditions({ criteria, sort, after }: Reading, stretch: Stretch, bind: Bind): string {
  const floor = impliedPriceFloor(criteria, sort.field);
  // A position among the homes apart lies before the whole stretch of keys where the order rises.
  const position = stretch === 'keys' && sort.direction === 'ASC' && isBelow(after, floor) ? null : after;
  const begins = sort.direction === 'ASC' ? 'low' : 'high';
  const bounds = [
    ...impliedKeyBounds(criteria, sort.field),
    ...(floor === null
      ? []
      : [{ sql: (value: Bind) => `p.min_price >= ${APART} * ${value(floor)}::float8`, end: 'low' as const }]),
  ];
  return [
    'p.online_count > 0',
    `p.${SORT_COLUMNS[sort.field].column} is ${stretch === 'missing' ? 'null' : 'not null'}`,
    ...(position ? [afterInStretch(sort, position, bind)] : []),
    // Once the reading is under way, its position bounds the start already. Both together would make PostgreSQL begin
    // at the wider of the two.
    ...(stretch === 'keys'
      ? bounds.filter(({ end }) => position === null || end !== begins).map(({ sql }) => sql(bind))
      : []),
    ...(stretch === 'apart'
      ? [
          `p.min_price < ${APART} * p.max_price`,
          `p.max_price >= ${bind(floor)}::float8`,
          `p.min_price < ${APART} * ${bind(floor)}::float8`,
        ]
      : []),
  ].join(' and ');
}

function isBelow(position: SearchPosition | null, floor: number | null): boolean {
  return position !== null && position.key !== null && floor !== null && position.key < APART * floor;
}
