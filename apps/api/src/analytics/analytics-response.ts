import { ANALYTICS_COLUMNS, GROUP_COLUMNS, type AnalyticsGroup, type GroupColumn } from '@gable/search-postgres';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { CSV_TYPE } from '../http/negotiation.js';
import { ApiJsonProperty } from '../openapi/decorators.js';
import { answer, dateTime, integer, number, oneWordOf, orNull, string, uuid, type Schema } from '../openapi/schema.js';
import type { AnsweredQuestion } from './analytics.service.js';

class AnalyticsMeta {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Events that meet the filters.' }) sample_size: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'The first of them; null where there are none.',
  })
  min_event_at: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'The last of them.' })
  max_event_at: string | null;
}

const VALUES: Readonly<Record<string, Schema>> = { integer, text: string, uuid };

/** A column grouped by is null for events that do not state it. */
function groupValue(column: GroupColumn): Schema {
  const values = ANALYTICS_COLUMNS[column];
  return orNull(typeof values === 'string' ? VALUES[values]! : oneWordOf(values.words));
}

class AnalyticsGroupResponse {
  @ApiJsonProperty(
    answer(
      {
        ...Object.fromEntries(GROUP_COLUMNS.map((column) => [column, groupValue(column)])),
        time_bucket: { ...dateTime, description: 'Start of the bucket, UTC.' },
      },
      GROUP_COLUMNS,
      { description: 'A member for each column of group_by, and the bucket.' },
    ),
  )
  group: AnalyticsGroup['group'];

  @ApiJsonProperty({
    type: 'object',
    additionalProperties: orNull(number),
    description: 'Each metric under the name it was asked by; null where no event of the group states the field.',
  })
  metrics: AnalyticsGroup['metrics'];
}

@ApiSchema({ name: 'ListingAnalytics' })
export class AnalyticsResponse {
  @ApiProperty() meta: AnalyticsMeta;
  @ApiProperty({ type: [AnalyticsGroupResponse] }) data: readonly AnalyticsGroupResponse[];
}

/** As CSV, the groups alone. */
export function analyticsResponse(mediaType: string, { query, result }: AnsweredQuestion): AnalyticsResponse | string {
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
export function groupsOf(answer: AnalyticsResponse | string): number {
  return typeof answer === 'string' ? answer.split(LINE_END).length - 2 : answer.data.length;
}

const LINE_END = '\r\n';

/** RFC 4180. Nothing in a cell needs quotes: words, ids, currencies, date-times, numbers and the names of metrics. */
function cell(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
