import type { Criteria, RangeCondition, RangeField } from '@gable/domain';
import type { SortField } from '../property-search.js';
import type { Bind } from './bind.js';

/**
 * What every hit's sort key must satisfy because of the criteria. A listing priced at most X makes its property's lowest price at most X, so a
 * walk from the dearest home down may start at X instead of reading past everything above. Only bounds that hold for the whole tree count.
 * Where there is one, no hit lacks the key.
 */
export function impliedKeyBounds(criteria: Criteria, field: SortField): ((bind: Bind) => string)[] {
  const ranges = boundsOf(criteria, field);
  if (field === 'PRICE') {
    return ranges.flatMap(({ min, max }) => [
      ...(max === null ? [] : [(bind: Bind) => `p.min_price <= ${bind(max)}::float8`]),
      ...(min === null ? [] : [(bind: Bind) => `p.max_price >= ${bind(min)}::float8`]),
    ]);
  }
  return ranges.flatMap(({ min }) => (min === null ? [] : [(bind) => `p.max_area >= ${bind(min)}::float8`]));
}

const RANGE_OF: { readonly [F in SortField]?: RangeField } = { PRICE: 'price', AREA: 'area' };

function boundsOf({ conditions, operator, children }: Criteria, field: SortField): RangeCondition[] {
  const own = conditions.filter((condition) => condition.kind === 'range').filter((range) => range.field === RANGE_OF[field] && !range.allowNull);
  return operator === 'AND' || children.length === 1 ? [...own, ...children.flatMap((child) => boundsOf(child, field))] : own;
}
