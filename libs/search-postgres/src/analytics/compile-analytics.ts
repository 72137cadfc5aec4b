import { Parameters, type Bind } from '../engine/bind.js';
import { MAX_GROUPS, type AnalyticsQuery, type Metric } from './analytics-query.js';
import type { MetricField } from './columns.js';
import { eventConditions } from './event-conditions.js';
import { ALL_EVENTS, statesSql, type AskedStates } from './event-states.js';
import { BUCKETS, epochMilliseconds } from './time-buckets.js';

/** A statement and the values of its placeholders. */
export interface AnalyticsSql {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * How the values of groups are sorted for percentiles; all percentiles of a field share one sort.
 *
 * - `gathered`: events are hashed into groups, on several processors, and the values of each group gathered and sorted
 *   by themselves, on one. All values are in memory at once.
 * - `sorted`: percentile_cont in the grouping has PostgreSQL sort the events by group first, on one processor and up to
 *   twice as slow as `gathered`, in bounded memory.
 * - `by city`: the same for each part of the cities, as `bounds` divide them, and a processor takes a part after the
 *   other. In the order of the index of markets, events of a city lie together: little is left to sort. Only for groups
 *   that have their city, since no group may lie in two parts.
 */
export type Sorting =
  { readonly kind: 'gathered' | 'sorted' } | { readonly kind: 'by city'; readonly bounds: readonly number[] };

/**
 * Compiles a question to one statement over `market_event`. A row is a group: `bucket` (a whole number, see
 * `bucketStart`), the columns grouped by (`g1` …, words as integers), `events`, `first_at` and `last_at` (epoch
 * milliseconds), and the metrics in their order (`m1` …). One row more than MAX_GROUPS says that there are too many.
 *
 * `asked`: only events count whose listing met these criteria as it was then.
 */
export function compileAnalytics(
  { filters, groupBy, timeBucket, metrics }: AnalyticsQuery,
  sorting: Sorting,
  asked: AskedStates | null = null,
): AnalyticsSql {
  const { bind, values } = new Parameters();
  const states = asked === null ? ALL_EVENTS : statesSql(asked, values);
  const where = [...filters.flatMap((filter) => eventConditions(filter, bind)), ...states.where];
  const keys = [`${BUCKETS[timeBucket]} as bucket`, ...groupBy.map((column, i) => `${column} as g${i + 1}`)];
  const order = keys.map((_, i) => String(i + 1)).join(', ');
  const aggregates = new Set(['count(*) as events', 'min(event_at) as first_at', 'max(event_at) as last_at']);
  const fractions = new Map<MetricField, number[]>();
  const measured = metrics.map((metric, i) => `${measure(metric, aggregates, fractions)} as m${i + 1}`);
  const joins =
    sorting.kind === 'gathered'
      ? gatherPercentiles(fractions, aggregates, bind)
      : sortPercentiles(fractions, aggregates, bind);
  const groupsWhere = (conditions: readonly string[]): string => `
      select ${[...keys, ...aggregates].join(', ')}
      from ${states.from}${conditions.length > 0 ? `\n      where ${conditions.join(' and ')}` : ''}
      group by ${order}`;
  const parts = sorting.kind === 'by city' ? cityParts(sorting.bounds, bind) : [];
  // Materialized, because a limit that the planner sees would have it look for the first groups instead of all of them,
  // which takes twice as long.
  const text = `
    with every as materialized (${
      parts.length === 0
        ? groupsWhere(where)
        : `
      select * from (${parts.map((part) => groupsWhere([part, ...where])).join(' union all ')}) parts`
    }
    )
    select bucket, ${groupBy.map((_, i) => `g${i + 1}, `).join('')}events,
      ${epochMilliseconds('first_at')} as first_at, ${epochMilliseconds('last_at')} as last_at, ${measured.join(', ')}
    from (select * from every limit ${MAX_GROUPS + 1}) found${joins}
    order by ${order}`;
  return { text, parameters: values };
}

/** Conditions of which each city, and none, meets exactly one. */
function cityParts(bounds: readonly number[], bind: Bind): string[] {
  const starts = [...new Set(bounds)].sort((a, b) => a - b).map((bound) => `${bind(bound)}::bigint`);
  if (starts.length === 0) return [];
  return [
    ...[null, ...starts].map((start, i) =>
      [
        ...(start === null ? [] : [`city_id >= ${start}`]),
        ...(i === starts.length ? [] : [`city_id < ${starts[i]}`]),
      ].join(' and '),
    ),
    'city_id is null',
  ];
}

type Fractions = ReadonlyMap<MetricField, readonly number[]>;

function sortPercentiles(fractions: Fractions, aggregates: Set<string>, bind: Bind): string {
  for (const [field, wanted] of fractions)
    aggregates.add(`percentile_cont(${bind(wanted)}::float8[]) within group (order by ${field}) as of_${field}`);
  return '';
}

function gatherPercentiles(fractions: Fractions, aggregates: Set<string>, bind: Bind): string {
  return [...fractions]
    .map(([field, wanted]) => {
      aggregates.add(`array_agg(${field}) as every_${field}`);
      return `
    cross join lateral (select percentile_cont(${bind(wanted)}::float8[])
      within group (order by value) as of_${field} from unnest(every_${field}) value) sorted_${field}`;
    })
    .join('');
}

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
