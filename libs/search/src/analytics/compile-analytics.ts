import { Parameters, type Bind } from '../postgres/bind.js';
import { MAX_GROUPS, type AnalyticsFilter, type AnalyticsQuery, type BoundedColumn, type Metric, type TimeBucket } from './analytics-query.js';
import { ANALYTICS_COLUMNS, type AnalyticsColumn, type MetricField } from './columns.js';

/** A statement and the values of its placeholders. */
export interface AnalyticsSql {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * Compiles a question to one statement over `market_event`. A row is a group: `bucket` (a whole number, see `bucketStart`), the columns grouped by
 * (`g1` …, words as integers), `events`, `first_at` and `last_at` (epoch milliseconds), and the metrics in their order (`m1` …). One row more than
 * MAX_GROUPS says that there are too many.
 *
 * All percentiles of a field share one sort of its values. `gathersValues`: events are hashed into groups, on several processors, and the values of
 * each group gathered and sorted by themselves; all values are in memory at once. Otherwise percentile_cont in the grouping has PostgreSQL sort the
 * events by group first, on one processor and up to twice as slow, in bounded memory.
 */
export function compileAnalytics({ filters, groupBy, timeBucket, metrics }: AnalyticsQuery, gathersValues: boolean): AnalyticsSql {
  const { bind, values } = new Parameters();
  const where = filters.flatMap((filter) => conditions(filter, bind));
  const keys = [`${BUCKETS[timeBucket]} as bucket`, ...groupBy.map((column, i) => `${column} as g${i + 1}`)];
  const order = keys.map((_, i) => String(i + 1)).join(', ');
  const aggregates = new Set(['count(*) as events', 'min(event_at) as first_at', 'max(event_at) as last_at']);
  const fractions = new Map<MetricField, number[]>();
  const measured = metrics.map((metric, i) => `${measure(metric, aggregates, fractions)} as m${i + 1}`);
  const joins = gathersValues ? gatherPercentiles(fractions, aggregates, bind) : sortPercentiles(fractions, aggregates, bind);
  // Materialized, because a limit that the planner sees would have it look for the first groups instead of all of them, which takes twice as long.
  const text = `
    with every as materialized (
      select ${[...keys, ...aggregates].join(', ')}
      from market_event${where.length > 0 ? `\n      where ${where.join(' and ')}` : ''}
      group by ${order}
    )
    select bucket, ${groupBy.map((_, i) => `g${i + 1}, `).join('')}events, round(date_part('epoch', first_at) * 1000) as first_at, round(date_part('epoch', last_at) * 1000) as last_at, ${measured.join(', ')}
    from (select * from every limit ${MAX_GROUPS + 1}) found${joins}
    order by ${order}`;
  return { text, parameters: values };
}

type Fractions = ReadonlyMap<MetricField, readonly number[]>;

function sortPercentiles(fractions: Fractions, aggregates: Set<string>, bind: Bind): string {
  for (const [field, wanted] of fractions) aggregates.add(`percentile_cont(${bind(wanted)}::float8[]) within group (order by ${field}) as of_${field}`);
  return '';
}

function gatherPercentiles(fractions: Fractions, aggregates: Set<string>, bind: Bind): string {
  return [...fractions].map(([field, wanted]) => {
    aggregates.add(`array_agg(${field}) as every_${field}`);
    return `
    cross join lateral (select percentile_cont(${bind(wanted)}::float8[]) within group (order by value) as of_${field} from unnest(every_${field}) value) sorted_${field}`;
  }).join('');
}

/**
 * The bucket of an event as a whole number, from columns that count days since 2000-01-01 and months since the year 0: date_trunc would cost as
 * much as reading the row. 2000-01-03 was a Monday; the remainder of a negative number is negative.
 */
const BUCKETS: Readonly<Record<TimeBucket, string>> = {
  day: 'event_day',
  week: 'event_day - ((event_day - 2) % 7 + 7) % 7',
  month: 'event_month',
  quarter: 'event_month / 3',
  year: 'event_month / 12',
};

/** When a bucket begins, ISO 8601 in UTC. */
export function bucketStart(timeBucket: TimeBucket, bucket: number): string {
  const months = MONTHS[timeBucket];
  const start = new Date(Date.UTC(2000, 0, 1));
  if (months === null) start.setUTCDate(1 + bucket);
  else start.setUTCFullYear(Math.floor((bucket * months) / 12), (bucket * months) % 12);
  return start.toISOString();
}

const MONTHS: Readonly<Record<TimeBucket, number | null>> = { day: null, week: null, month: 1, quarter: 3, year: 12 };

/** The expression of a metric over the groups found; notes what the grouping has to give for it. */
function measure(metric: Metric, aggregates: Set<string>, fractions: Map<MetricField, number[]>): string {
  if (metric.kind === 'count') return 'events';
  const { kind, field } = metric;
  if (kind !== 'percentile') {
    aggregates.add(`${kind}(${field}::float8) as ${kind}_${field}`);
    return `${kind}_${field}`;
  }
  const wanted = fractions.get(field) ?? [];
  fractions.set(field, wanted);
  if (!wanted.includes(metric.fraction)) wanted.push(metric.fraction);
  return `of_${field}[${wanted.indexOf(metric.fraction) + 1}]`;
}

function conditions(filter: AnalyticsFilter, bind: Bind): string[] {
  switch (filter.kind) {
    case 'oneOf':
      return [oneOf(filter.column, filter.values, bind)];
    case 'between': {
      const { column, min, max } = filter;
      const type = COLUMN_TYPES[column];
      return [...(min === null ? [] : [`${column} >= ${bind(min)}::${type}`]), ...(max === null ? [] : [`${column} <= ${bind(max)}::${type}`])];
    }
    case 'period':
      return [
        ...(filter.from === null ? [] : [`event_at >= ${bind(filter.from)}::timestamptz`]),
        ...(filter.until === null ? [] : [`event_at <= ${bind(filter.until)}::timestamptz`]),
      ];
  }
}

const COLUMN_TYPES: Readonly<Record<BoundedColumn, string>> = { price_displayed: 'float8', area_displayed: 'float8', rooms: 'integer', bedrooms: 'integer', lat: 'float8', lng: 'float8' };

/** Words stand in the table as their place in the list. */
function oneOf(column: AnalyticsColumn, included: readonly (string | number)[], bind: Bind): string {
  const values = ANALYTICS_COLUMNS[column];
  const words = typeof values === 'object' ? (values.words as readonly (string | number)[]) : null;
  const stored = words === null ? included : included.map((word) => words.indexOf(word));
  const type = words === null ? { integer: 'bigint', text: 'text', uuid: 'uuid' }[values as 'integer' | 'text' | 'uuid'] : 'smallint';
  return stored.length === 1 ? `${column} = ${bind(stored[0])}::${type}` : `${column} = any(${bind(stored)}::${type}[])`;
}
