import type { Criteria, RangeCondition, RangeField } from '@gable/domain/criteria';
import type { SortField } from '@gable/search';
import type { Bind } from './bind.js';
import { necessaryConditions } from './necessary-conditions.js';

/** A condition on table `property` that every hit meets. */
export interface ImpliedBound {
  readonly sql: (bind: Bind) => string;
  /** The end of the sort key it cuts off; null where it bounds another column of the same index. */
  readonly end: 'low' | 'high' | null;
}

/**
 * What every hit's sort key must satisfy because of the criteria. A listing priced at most X makes its property's
 * lowest price at most X, so a scan from the dearest property down may start at X instead of reading past everything
 * above. Only bounds that hold for the whole tree count. Where there is one, no hit lacks the key.
 */
export function impliedKeyBounds(criteria: Criteria, field: SortField): ImpliedBound[] {
  const ranges = boundsOf(criteria, field);
  if (field === 'PRICE') {
    return ranges.flatMap(({ min, max }) => [
      ...(max === null ? [] : [bound(`p.min_price <= `, max, 'high')]),
      ...(min === null ? [] : [bound(`p.max_price >= `, min, null)]),
    ]);
  }
  return ranges.flatMap(({ min }) => (min === null ? [] : [bound(`p.max_area >= `, min, 'low')]));
}

/**
 * A price that some listing of every hit reaches; null where the criteria imply none or the order is not that of
 * prices.
 */
export function impliedPriceFloor(criteria: Criteria, field: SortField): number | null {
  if (field !== 'PRICE') return null;
  const floors = boundsOf(criteria, field).flatMap(({ min }) => (min === null ? [] : [min]));
  return floors.length === 0 ? null : Math.max(...floors);
}

const bound = (comparison: string, value: number, end: ImpliedBound['end']): ImpliedBound => ({
  sql: (bind) => `${comparison}${bind(value)}::float8`,
  end,
});

const RANGE_OF: { readonly [F in SortField]?: RangeField } = { PRICE: 'price', AREA: 'area' };

function boundsOf(criteria: Criteria, field: SortField): RangeCondition[] {
  return necessaryConditions(criteria)
    .filter((condition) => condition.kind === 'range')
    .filter((range) => range.field === RANGE_OF[field] && !range.allowNull);
}
