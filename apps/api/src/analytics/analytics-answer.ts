import type { AnalyticsGroup } from '@gable/search-postgres';
import { CSV_TYPE } from '../http/negotiation.js';
import type { AnsweredQuestion } from './analytics.service.js';

/** SPEC 2.10; as CSV, the groups alone. */
export type AnalyticsAnswer =
  | string
  | {
      meta: { sample_size: number; min_event_at: string | null; max_event_at: string | null };
      data: readonly AnalyticsGroup[];
    };

export function answerInForm(mediaType: string, { query, result }: AnsweredQuestion): AnalyticsAnswer {
  const { sampleSize, minEventAt, maxEventAt, groups } = result;
  if (mediaType !== CSV_TYPE)
    return { meta: { sample_size: sampleSize, min_event_at: minEventAt, max_event_at: maxEventAt }, data: groups };
  const columns = [...query.groupBy, 'time_bucket'];
  const metrics = query.metrics.map(({ name }) => name);
  const rows = groups.map(({ group, metrics: values }) => [
    ...columns.map((column) => group[column]),
    ...metrics.map((name) => values[name]),
  ]);
  return [[...columns, ...metrics], ...rows].map((row) => `${row.map(cell).join(',')}${LINE_END}`).join('');
}

/** Groups of an answer, which is what it costs. */
export function groupsOf(answer: AnalyticsAnswer): number {
  return typeof answer === 'string' ? answer.split(LINE_END).length - 2 : answer.data.length;
}

const LINE_END = '\r\n';

/** RFC 4180. Nothing in a cell needs quotes: words, ids, currencies, date-times, numbers and the names of metrics. */
function cell(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
