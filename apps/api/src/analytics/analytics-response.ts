import {
  ANALYTICS_COLUMNS,
  GROUP_COLUMNS,
  mapInPortions,
  type AnalyticsGroup,
  type AnalyticsQuery,
  type GroupColumn,
} from '@gable/search-postgres';
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
    description: 'The earliest of these events; null if there are none.',
  })
  min_event_at: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'The latest of these events.' })
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
      { description: 'One member for each column of group_by, and one for the bucket.' },
    ),
  )
  group: AnalyticsGroup['group'];

  @ApiJsonProperty({
    type: 'object',
    additionalProperties: orNull(number),
    description: 'Each metric under its name in the request; null if no event of the group states the field.',
  })
  metrics: AnalyticsGroup['metrics'];
}

@ApiSchema({ name: 'ListingAnalytics' })
export class AnalyticsResponse {
  @ApiProperty() meta: AnalyticsMeta;
  @ApiProperty({ type: [AnalyticsGroupResponse] }) data: readonly AnalyticsGroupResponse[];
}

/** Groups of an answer, which is what it costs. */
export function countGroups({ result }: AnsweredQuestion): number {
  return result.groups.length;
}

/** The text of an answer; as CSV, the groups alone. Beside a long one, others get their turns of the event loop. */
export async function writeAnalytics(mediaType: string, answered: AnsweredQuestion): Promise<string> {
  const { query, result } = answered;
  const values = query.groupBy.length + query.metrics.length + 1;
  const write = (text: (groups: readonly AnalyticsGroup[]) => string) =>
    mapInPortions(
      result.groups,
      () => values,
      (groups) => [text(groups)],
    );
  if (mediaType === CSV_TYPE) return names(query) + (await write(csvLines(query))).join('');
  const meta: AnalyticsMeta = {
    sample_size: result.sampleSize,
    min_event_at: result.minEventAt,
    max_event_at: result.maxEventAt,
  };
  return `{"meta":${JSON.stringify(meta)},"data":[${(await write(jsonMembers)).join(',')}]}`;
}

const LINE_END = '\r\n';

const names = ({ groupBy, metrics }: AnalyticsQuery): string =>
  `${[...groupBy, 'time_bucket', ...metrics.map(({ name }) => name)].map(cell).join(',')}${LINE_END}`;

/** Of a list, without its brackets. */
const jsonMembers = (groups: readonly AnalyticsGroup[]): string => JSON.stringify(groups).slice(1, -1);

function csvLines({ groupBy, metrics }: AnalyticsQuery): (groups: readonly AnalyticsGroup[]) => string {
  const columns = [...groupBy, 'time_bucket'];
  const line = ({ group, metrics: values }: AnalyticsGroup): string =>
    `${[...columns.map((column) => group[column]), ...metrics.map(({ name }) => values[name])].map(cell).join(',')}` +
    LINE_END;
  return (groups) => groups.map(line).join('');
}

/** RFC 4180. Nothing in a cell needs quotes: words, ids, currencies, date-times, numbers and the names of metrics. */
function cell(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
