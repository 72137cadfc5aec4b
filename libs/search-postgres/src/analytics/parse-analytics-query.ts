import type { Moment } from '@gable/domain/listing';
import { nearestName, type Parsed, type Violation } from '@gable/domain/criteria';
import type { AnalyticsFilter, AnalyticsQuery, Metric, TimeBucket } from './analytics-query.js';
import type { GroupColumn } from './columns.js';
import { ANALYTICS_PARAMETERS, BOUNDS, LISTED_COLUMNS, type ParameterReader } from './parameters.js';

/**
 * Reads the query parameters of `GET /analytics/listings`, each a text or the texts of its repetitions. Lists are
 * repeated (`a=1&a=2`), suffixed (`a[]=1&a[]=2`) or separated by commas (`a=1,2`), in any mixture. Answers what is
 * wrong, under the parameter's name without a suffix.
 */
export function parseAnalyticsQuery(parameters: Readonly<Record<string, unknown>>): Parsed<AnalyticsQuery> {
  const violations: Violation[] = [];
  const texts = textsByName(parameters, violations);
  const values = new Map<string, readonly unknown[]>();
  for (const [name, given] of texts)
    values.set(name, readValues(name, given, ANALYTICS_PARAMETERS.get(name)!, violations));
  const filters = filtersOf(values, violations);
  if (violations.length > 0) return { ok: false, violations };
  return {
    ok: true,
    value: {
      filters,
      groupBy: [...new Set((values.get('group_by') ?? []) as readonly GroupColumn[])],
      timeBucket: (values.get('time_bucket')?.[0] as TimeBucket | undefined) ?? 'day',
      metrics: [
        ...new Map(
          ((values.get('metrics') ?? [COUNT]) as readonly Metric[]).map((metric) => [metric.name, metric]),
        ).values(),
      ],
    },
  };
}

/** What is answered where no metric is asked for. */
const COUNT: Metric = { name: 'count', kind: 'count' };

function textsByName(parameters: Readonly<Record<string, unknown>>, violations: Violation[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [key, given] of Object.entries(parameters)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key;
    const reader = ANALYTICS_PARAMETERS.get(name);
    if (reader?.maxEntries === null && name !== key) {
      violations.push({ propertyPath: name, message: 'takes one value, not a list' });
      continue;
    }
    if (!reader) {
      const nearest = nearestName(name, ANALYTICS_PARAMETERS.keys());
      violations.push({
        propertyPath: shown(key),
        message: `is unknown; ${nearest ? `did you mean "${nearest}"?` : `known here: ${KNOWN}`}`,
      });
      continue;
    }
    const known = texts.get(name) ?? [];
    if (!texts.has(name)) texts.set(name, known);
    for (const text of [given].flat()) known.push(String(text));
  }
  return texts;
}

function readValues(
  name: string,
  texts: readonly string[],
  { maxEntries, expects, read }: ParameterReader,
  violations: Violation[],
): unknown[] {
  const entries = maxEntries === null ? texts : texts.flatMap((text) => text.split(','));
  const refuse = (message: string): unknown[] => {
    violations.push({ propertyPath: name, message });
    return [];
  };
  if (maxEntries === null && texts.length > 1) return refuse('takes one value; it was given more than once');
  if (maxEntries !== null && entries.length > maxEntries)
    return refuse(`takes at most ${maxEntries} entries, got ${entries.length}`);
  const values: unknown[] = [];
  for (const text of entries) {
    const value = read(text);
    if (value === undefined) return refuse(`expects ${expects}; got "${shown(text)}"`);
    values.push(value);
  }
  return values;
}

function filtersOf(values: ReadonlyMap<string, readonly unknown[]>, violations: Violation[]): AnalyticsFilter[] {
  const filters: AnalyticsFilter[] = [];
  for (const column of [...LISTED_COLUMNS, 'transaction_type'] as const) {
    const included = values.get(column);
    if (included)
      filters.push({ kind: 'oneOf', column, values: [...new Set(included as readonly (string | number)[])] });
  }
  const from = (values.get('event_at_from')?.[0] as Moment | undefined)?.from ?? null;
  const until = (values.get('event_at_to')?.[0] as Moment | undefined)?.to ?? null;
  if (from !== null || until !== null) filters.push({ kind: 'period', from, until });
  if (from !== null && until !== null && Date.parse(from) > Date.parse(until))
    violations.push({
      propertyPath: 'event_at_from',
      message: `must not be after event_at_to, got ${from} and ${until}`,
    });
  for (const { prefix, column } of BOUNDS) {
    const min = (values.get(`${prefix}_min`)?.[0] as number | undefined) ?? null;
    const max = (values.get(`${prefix}_max`)?.[0] as number | undefined) ?? null;
    if (min !== null || max !== null) filters.push({ kind: 'between', column, min, max });
    if (min !== null && max !== null && min > max)
      violations.push({
        propertyPath: `${prefix}_min`,
        message: `must not be above ${prefix}_max, got ${min} and ${max}`,
      });
  }
  return filters;
}

/** A caller's text as a message may repeat it: short and printable. */
function shown(text: string): string {
  return text.slice(0, 40).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '') + (text.length > 40 ? '…' : '');
}

const KNOWN = [...ANALYTICS_PARAMETERS.keys()].join(', ');
