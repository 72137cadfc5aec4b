import type { Bind } from '../engine/bind.js';
import type { AnalyticsFilter, BoundedColumn } from './analytics-query.js';
import { ANALYTICS_COLUMNS, type AnalyticsColumn } from './columns.js';

/** The conditions of a filter on a row of `market_event`, all of which hold. */
export function eventConditions(filter: AnalyticsFilter, bind: Bind): string[] {
  switch (filter.kind) {
    case 'oneOf':
      return [oneOf(filter.column, filter.values, bind)];
    case 'between': {
      const { column, min, max } = filter;
      const type = COLUMN_TYPES[column];
      return [
        ...(min === null ? [] : [`${column} >= ${bind(min)}::${type}`]),
        ...(max === null ? [] : [`${column} <= ${bind(max)}::${type}`]),
      ];
    }
    case 'period':
      return [
        ...(filter.from === null ? [] : [`event_at >= ${bind(filter.from)}::timestamptz`]),
        ...(filter.until === null ? [] : [`event_at <= ${bind(filter.until)}::timestamptz`]),
      ];
  }
}

const COLUMN_TYPES: Readonly<Record<BoundedColumn, string>> = {
  price_displayed: 'float8',
  area_displayed: 'float8',
  rooms: 'integer',
  bedrooms: 'integer',
  lat: 'float8',
  lng: 'float8',
};

/** Words stand in the table as their place in the list. */
function oneOf(column: AnalyticsColumn, included: readonly (string | number)[], bind: Bind): string {
  const values = ANALYTICS_COLUMNS[column];
  const words = typeof values === 'object' ? (values.words as readonly (string | number)[]) : null;
  const stored = words === null ? included : included.map((word) => words.indexOf(word));
  const type =
    words === null
      ? { integer: 'bigint', text: 'text', uuid: 'uuid' }[values as 'integer' | 'text' | 'uuid']
      : 'smallint';
  return stored.length === 1
    ? `${column} = ${bind(stored[0])}::${type}`
    : `${column} = any(${bind(stored)}::${type}[])`;
}
