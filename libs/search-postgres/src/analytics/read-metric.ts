import type { Metric } from './analytics-query.js';
import { METRIC_FIELDS, type MetricField } from './columns.js';

/** The forms a metric may have, for messages. */
export const METRIC_FORMS =
  'count, avg:<field>, median:<field>, min:<field>, max:<field> or percentile:<field>:<p> with 0 < p <= 100, ' +
  `where field is one of ${METRIC_FIELDS.join(', ')}`;

/** A percentage above 0 and up to 100, as published and as read: up to three digits, and up to 15 behind a dot. */
export const PERCENT_PATTERN =
  '(?:(?:0{0,2}[1-9]|0?[1-9]\\d)(?:\\.\\d{1,15})?|100(?:\\.0{1,15})?|0{1,3}\\.0{0,14}[1-9]\\d{0,14})';

/** Reads `count`, `avg:price`, `percentile:area:90`; undefined for everything else. A median is the 50th percentile. */
export function readMetric(name: string): Metric | undefined {
  if (name === 'count') return { name, kind: 'count' };
  const [kind, field = '', percent, ...rest] = name.split(':');
  if (!isField(field) || rest.length > 0) return undefined;
  if (kind === 'percentile') {
    const fraction = percent !== undefined && PERCENT.test(percent) ? Number(percent) / 100 : 0;
    return fraction > 0 && fraction <= 1 ? { name, kind, field, fraction } : undefined;
  }
  if (percent !== undefined) return undefined;
  if (kind === 'median') return { name, kind: 'percentile', field, fraction: 0.5 };
  return kind === 'avg' || kind === 'min' || kind === 'max' ? { name, kind, field } : undefined;
}

const PERCENT = new RegExp(`^${PERCENT_PATTERN}$`);

const isField = (text: string): text is MetricField => (METRIC_FIELDS as readonly string[]).includes(text);
