import { Parameters } from '../engine/bind.js';
import { MAX_GROUPS, type AnalyticsQuery, type Metric } from './analytics-query.js';
import type { AnalyticsSql } from './compile-analytics.js';
import type { MetricField } from './columns.js';
import { eventConditions } from './event-conditions.js';
import type { RolledUpPart } from './rolled-up-part.js';
import { BUCKETS, epochMilliseconds } from './time-buckets.js';

/**
 * Compiles a question to one statement over the rollups of months that are valid (the version summed up is the newest
 * in the statement's snapshot) and the events of all other months. Rows are those of `compileAnalytics`; in place of a
 * percentile stands `every_<field>`, all values of the group as `percentilesOf` takes them.
 *
 * Between the valid months of a city lie gaps, before the first and after the last two open ones: each is a stretch of
 * the index of its city, which PostgreSQL finds by skipping through the few types.
 */
export function compileRolledUp({ groupBy, timeBucket, metrics }: AnalyticsQuery, part: RolledUpPart): AnalyticsSql {
  const { bind, values } = new Parameters();
  const parts = partColumns(metrics);
  const keys = [`${BUCKETS[timeBucket]} as bucket`, ...groupBy.map((column, i) => `source.${column} as g${i + 1}`)];
  const order = keys.map((_, i) => String(i + 1)).join(', ');
  const cities = `${bind(part.cities)}::bigint[]`;
  const within = [
    ...(part.firstMonth === null ? [] : [`event_month >= ${bind(part.firstMonth)}::integer`]),
    ...(part.lastMonth === null ? [] : [`event_month <= ${bind(part.lastMonth)}::integer`]),
  ];
  const kept = part.filters.flatMap((filter) => eventConditions(filter, bind));
  const conditions = part.eventFilters.flatMap((filter) => eventConditions(filter, bind));
  const text = `
    with valid as materialized (
      select city_id, event_month from market_month join market_rollup_month using (city_id, event_month, version)
      where ${[`city_id = any(${cities})`, ...within].join(' and ')}
    ), stretch as (
      select city_id, lag(event_month + 1) over (partition by city_id order by event_month) as first_month,
        event_month as end_month
      from (select city_id, event_month from valid union all select city_id, null from unnest(${cities}) city_id) months
    ), gap as (
      select city_id, coalesce(${monthStart('first_month')}, '-infinity') as starts_at,
        coalesce(${monthStart('end_month')}, 'infinity') as ends_at
      from stretch where first_month is null or end_month is null or first_month < end_month
    ), part as (
      select ${[...keys, 'events', 'first_at', 'last_at', ...parts.keys()].join(', ')}
      from valid join market_rollup source using (city_id, event_month)
      ${kept.length > 0 ? `where ${kept.join(' and ')}` : ''}
      union all
      select of_gap.* from gap cross join lateral (
        select ${[...keys, 'count(*)', 'min(event_at)', 'max(event_at)', ...parts.values()].join(', ')}
        from market_event source
        where source.city_id = gap.city_id
          and ${['event_at >= starts_at', 'event_at < ends_at', ...conditions].join(' and ')}
        group by ${order}
      ) of_gap
    )
    select ${[
      'bucket',
      ...groupBy.map((_, i) => `g${i + 1}`),
      'sum(events)::bigint as events',
      `${epochMilliseconds('min(first_at)')} as first_at`,
      `${epochMilliseconds('max(last_at)')} as last_at`,
      ...metrics.flatMap((metric, i) => (metric.kind === 'percentile' ? [] : [`${measure(metric)} as m${i + 1}`])),
      ...carriedFields(metrics).map((field) => `string_agg(${field}_values, '') as every_${field}`),
    ].join(', ')}
    from part group by ${order} order by ${order} limit ${MAX_GROUPS + 1}`;
  return { text, parameters: values };
}

/** Fields whose values leave the database, each once. */
export function carriedFields(metrics: readonly Metric[]): MetricField[] {
  return [...new Set(metrics.flatMap((metric) => (metric.kind === 'percentile' ? [metric.field] : [])))];
}

type Part = 'n' | 'sum' | 'min' | 'max' | 'values';

/** The columns of rollups that a metric is made of. */
const NEEDED: Readonly<Record<Metric['kind'], readonly Part[]>> = {
  count: [],
  avg: ['n', 'sum'],
  min: ['min'],
  max: ['max'],
  percentile: ['values'],
};

/** How they are made of events. */
const PARTS: Readonly<Record<Part, (field: MetricField) => string>> = {
  n: (field) => `count(${field})`,
  sum: (field) => `sum(${field}::float8)`,
  min: (field) => `min(${field}::float8)`,
  max: (field) => `max(${field}::float8)`,
  values: (field) => `string_agg(float8send(${field}::float8), '')`,
};

/** The columns that parts of groups carry, by name, each with what it is of events. */
function partColumns(metrics: readonly Metric[]): Map<string, string> {
  return new Map(
    metrics.flatMap((metric) =>
      metric.kind === 'count'
        ? []
        : NEEDED[metric.kind].map((part) => [`${metric.field}_${part}`, PARTS[part](metric.field)] as const),
    ),
  );
}

/** A metric of a group, from the columns of its parts. */
function measure(metric: Exclude<Metric, { kind: 'percentile' }>): string {
  if (metric.kind === 'count') return 'sum(events)::bigint';
  const { kind, field } = metric;
  return kind === 'avg' ? `sum(${field}_sum) / nullif(sum(${field}_n)::float8, 0)` : `${kind}(${field}_${kind})`;
}

const monthStart = (month: string): string => `make_timestamptz(${month} / 12, ${month} % 12 + 1, 1, 0, 0, 0, 'UTC')`;
