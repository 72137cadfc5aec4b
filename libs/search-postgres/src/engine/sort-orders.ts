import type { SearchPosition, KeySort, SortDirection, SortField } from '@gable/search';
import type { Bind } from './bind.js';

/** How a sort key lies in table `property` (alias `p`). */
interface SortColumn {
  readonly column: string;
  /** The key as a number, from an expression over the column. */
  readonly toNumber: (expression: string) => string;
  /** The number back to the column's type. */
  readonly fromNumber: (placeholder: string) => string;
  readonly nullable: boolean;
}

const moment = (column: string): SortColumn => ({
  column,
  toNumber: (expression) => `(extract(epoch from ${expression}) * 1000)::float8`,
  fromNumber: momentOf,
  nullable: false,
});
const amount = (column: string): SortColumn => ({
  column,
  toNumber: (expression) => expression,
  fromNumber: (placeholder) => `${placeholder}::float8`,
  nullable: true,
});

/** One entry per order that results can be asked in; an index `(column, id)` stands behind each. */
export const SORT_COLUMNS: { readonly [F in SortField]: SortColumn } = {
  CREATED_AT: moment('created_at'),
  UPDATED_AT: moment('updated_at'),
  PRICE: amount('min_price'),
  AREA: amount('max_area'),
  PRICE_PER_AREA: amount('min_price_per_area'),
};

/** The word of a statement for each direction: nothing that a caller sent becomes a part of one. */
export const DIRECTION_WORDS: { readonly [D in SortDirection]: string } = { ASC: 'ASC', DESC: 'DESC' };

/** Epoch milliseconds as a point in time. */
export function momentOf(placeholder: string): string {
  return `to_timestamp(${placeholder}::float8 / 1000)`;
}

/** `order by` inside a stretch where every key is there, or none: the plain order that the index has. */
export function stretchOrder({ field, direction }: KeySort): string {
  const way = DIRECTION_WORDS[direction];
  return `p.${SORT_COLUMNS[field].column} ${way}, p.id ${way}`;
}

/** `order by` over all: missing keys last, whichever the direction. */
export function wholeOrder({ field, direction }: KeySort): string {
  const way = DIRECTION_WORDS[direction];
  return `p.${SORT_COLUMNS[field].column} ${way} nulls last, p.id ${way}`;
}

/** What comes after a position within its own stretch (keys that are there, or missing keys). */
export function afterInStretch({ field, direction }: KeySort, { key, id }: SearchPosition, bind: Bind): string {
  const { column, fromNumber } = SORT_COLUMNS[field];
  const beyond = direction === 'ASC' ? '>' : '<';
  if (key === null) return `p.${column} is null and p.id ${beyond} ${bind(id)}::uuid`;
  return `(p.${column}, p.id) ${beyond} (${fromNumber(bind(key))}, ${bind(id)}::uuid)`;
}

/** What comes after a position in the whole order. */
export function afterInWhole(sort: KeySort, position: SearchPosition, bind: Bind): string {
  const after = afterInStretch(sort, position, bind);
  const { column, nullable } = SORT_COLUMNS[sort.field];
  return position.key === null || !nullable ? after : `(${after} or p.${column} is null)`;
}
