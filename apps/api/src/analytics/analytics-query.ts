import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import {
  ANALYTICS_COLUMNS,
  BOUNDS,
  GROUP_COLUMNS,
  LIST_MAX_ENTRIES,
  LISTED_COLUMNS,
  MAX_GROUP_COLUMNS,
  MAX_METRICS,
  METRIC_FIELDS,
  PERCENT_PATTERN,
  TIME_BUCKETS,
} from '@gable/search-postgres';
import { integer, listOf, moment, oneWordOf, type Schema } from '../openapi/schema.js';

/** Lists are written here with commas; repeated and `[]`-suffixed ones are read as well. */
const list = (name: string, items: Schema, maxItems: number, description: string, rest: object = {}) =>
  ApiQuery({
    name,
    required: false,
    style: 'form',
    explode: false,
    schema: listOf(items, { minItems: 1, maxItems }),
    description,
    ...rest,
  });

const bound = (prefix: string) =>
  applyDecorators(
    ...BOUNDS.filter((bounds) => bounds.prefix === prefix).flatMap(({ min, max, whole }) =>
      (['min', 'max'] as const).map((end) =>
        ApiQuery({
          name: `${prefix}_${end}`,
          required: false,
          description: `${BOUND_TEXTS[prefix]!}; inclusive.`,
          schema: { type: whole ? 'integer' : 'number', minimum: min, maximum: max },
        }),
      ),
    ),
  );

const BOUND_TEXTS: Readonly<Record<string, string>> = {
  price: "Displayed price, in the listing's currency",
  area: 'Displayed area in m²',
  rooms: 'Rooms',
  bedrooms: 'Bedrooms',
  lat: 'Latitude in degrees',
  lng: 'Longitude in degrees',
};

const instant = (name: string, description: string) =>
  ApiQuery({ name, required: false, schema: { ...moment } as never, description });

const entriesOf = (column: (typeof LISTED_COLUMNS)[number]): Schema => {
  const values = ANALYTICS_COLUMNS[column];
  return typeof values === 'object'
    ? oneWordOf(values.words)
    : { ...integer, minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
};

const FIELDS = METRIC_FIELDS.join('|');
const METRIC_PATTERN = `^(count|(avg|median|min|max):(${FIELDS})|percentile:(${FIELDS}):${PERCENT_PATTERN})$`;

/** The parameters as they were sent; `parseAnalyticsQuery` reads them by the tables that describe them here. */
export class AnalyticsQuery {
  [parameter: string]: unknown;
}

export const ApiAnalyticsQuery = () =>
  applyDecorators(
    ...LISTED_COLUMNS.map((column) =>
      list(column, entriesOf(column), LIST_MAX_ENTRIES, 'Events with any of these values.'),
    ),
    ApiQuery({
      name: 'transaction_type',
      required: false,
      schema: { type: 'string', enum: [...ANALYTICS_COLUMNS.transaction_type.words] },
    }),
    instant('event_at_from', 'Events at this moment or later; a bare date means the start of that day.'),
    instant('event_at_to', 'Events at this moment or earlier; a bare date means the end of that day.'),
    ...BOUNDS.map(({ prefix }) => bound(prefix)),
    list(
      'group_by',
      oneWordOf(GROUP_COLUMNS),
      MAX_GROUP_COLUMNS,
      'Columns to group by, in addition to the time bucket.',
      {
        example: ['property_type'],
      },
    ),
    ApiQuery({
      name: 'time_bucket',
      required: false,
      schema: { type: 'string', enum: [...TIME_BUCKETS], default: 'day' },
      description: 'UTC; weeks start on Monday.',
      example: 'month',
    }),
    list(
      'metrics',
      { type: 'string', pattern: METRIC_PATTERN },
      MAX_METRICS,
      '`count`; `avg`, `median`, `min` or `max` with a field, as in `avg:price`; `percentile:price:90`, ' +
        'above 0 and up to 100. The default is `count`.',
      {
        example: ['count', 'median:price', 'percentile:price_per_sqm:90'],
      },
    ),
  );
