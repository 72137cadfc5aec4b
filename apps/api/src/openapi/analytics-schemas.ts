import { ANALYTICS_COLUMNS, GROUP_COLUMNS, type GroupColumn } from '@gable/search-postgres';
import { answer, dateTime, integer, listOf, number, oneWordOf, orNull, string, uuid, type Schema } from './schema.js';

const VALUES: Readonly<Record<string, Schema>> = { integer, text: string, uuid };

/** A column grouped by is null for events that do not state it. */
function groupValue(column: GroupColumn): Schema {
  const values = ANALYTICS_COLUMNS[column];
  return orNull(typeof values === 'string' ? VALUES[values]! : oneWordOf(values.words));
}

export const ANALYTICS_SCHEMAS: Record<string, Schema> = {
  ListingAnalytics: answer({
    meta: answer({
      sample_size: { ...integer, minimum: 0, description: 'Events that meet the filters.' },
      min_event_at: orNull({ ...dateTime, description: 'The first of them; null where there are none.' }),
      max_event_at: orNull({ ...dateTime, description: 'The last of them.' }),
    }),
    data: listOf(
      answer({
        group: answer(
          {
            ...Object.fromEntries(GROUP_COLUMNS.map((column) => [column, groupValue(column)])),
            time_bucket: { ...dateTime, description: 'Start of the bucket, UTC.' },
          },
          GROUP_COLUMNS,
          { description: 'A member for each column of group_by, and the bucket.' },
        ),
        metrics: {
          type: 'object',
          additionalProperties: orNull(number),
          description: 'Each metric under the name it was asked by; null where no event of the group states the field.',
        },
      }),
    ),
  }),
};

/** Answers to `?city_id=75056&transaction_type=SELL&time_bucket=month&group_by=property_type&metrics=count,median:price`. */
export const ANALYTICS_EXAMPLE = {
  meta: { sample_size: 1_204, min_event_at: '2026-03-01T06:12:45.000Z', max_event_at: '2026-03-31T21:40:02.000Z' },
  data: [
    {
      group: { property_type: 'FLAT', time_bucket: '2026-03-01T00:00:00.000Z' },
      metrics: { count: 1_131, 'median:price': 412_500 },
    },
    {
      group: { property_type: 'HOUSE', time_bucket: '2026-03-01T00:00:00.000Z' },
      metrics: { count: 73, 'median:price': 985_000 },
    },
  ],
};

export const ANALYTICS_EXAMPLE_CSV = [
  'property_type,time_bucket,count,median:price',
  'FLAT,2026-03-01T00:00:00.000Z,1131,412500',
  'HOUSE,2026-03-01T00:00:00.000Z,73,985000',
  '',
].join('\r\n');
