import { MOMENT_FORMS, type Moment, parseMoment } from '@gable/domain/listing';
import { propertyTypeOf } from '@gable/domain';
import { MAX_GROUP_COLUMNS, MAX_METRICS, TIME_BUCKETS, type BoundedColumn } from './analytics-query.js';
import { ANALYTICS_COLUMNS, GROUP_COLUMNS, type AnalyticsColumn } from './columns.js';
import { METRIC_FORMS, readMetric } from './read-metric.js';

/** Entries of one list of values, doubles counted. */
export const LIST_MAX_ENTRIES = 1_000;

/** How the value of a parameter, or each entry of its list, is read: undefined for what it does not take. */
export interface ParameterReader<Value = unknown> {
  /** Entries that a list may have; null for a parameter with one value. */
  readonly maxEntries: number | null;
  /** The end of "expects …" in a message. */
  readonly expects: string;
  readonly read: (text: string) => Value | undefined;
}

/** Bounds of a column: their names are `${prefix}_min` and `${prefix}_max`. */
export const BOUNDS: readonly {
  readonly prefix: string;
  readonly column: BoundedColumn;
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}[] = [
  { prefix: 'price', column: 'price_displayed', min: 0, max: Number.MAX_SAFE_INTEGER, whole: false },
  { prefix: 'area', column: 'area_displayed', min: 0, max: Number.MAX_SAFE_INTEGER, whole: false },
  { prefix: 'rooms', column: 'rooms', min: 0, max: 2 ** 31 - 1, whole: true },
  { prefix: 'bedrooms', column: 'bedrooms', min: 0, max: 2 ** 31 - 1, whole: true },
  { prefix: 'lat', column: 'lat', min: -90, max: 90, whole: false },
  { prefix: 'lng', column: 'lng', min: -180, max: 180, whole: false },
];

/** Columns whose parameter, of the same name, takes the values that events may have. */
export const LISTED_COLUMNS = [
  'property_type',
  'city_id',
  'district_id',
  'neighborhood_id',
  'event_type',
  'dpe_energy_rating',
  'publisher_type',
] as const satisfies readonly AnalyticsColumn[];

const MOMENT: ParameterReader<Moment> = { maxEntries: null, expects: MOMENT_FORMS, read: parseMoment };

/** Every query parameter of `GET /analytics/listings` (SPEC 4.1). */
export const ANALYTICS_PARAMETERS: ReadonlyMap<string, ParameterReader> = new Map<string, ParameterReader>([
  ...LISTED_COLUMNS.map((column): [string, ParameterReader] => [column, listOf(column)]),
  ['transaction_type', { ...oneOf(ANALYTICS_COLUMNS.transaction_type.words), maxEntries: null }],
  ['event_at_from', MOMENT],
  ['event_at_to', MOMENT],
  ...BOUNDS.flatMap(({ prefix, min, max, whole }) =>
    ['min', 'max'].map((end): [string, ParameterReader] => [`${prefix}_${end}`, numberWithin(min, max, whole)]),
  ),
  ['group_by', { ...oneOf(GROUP_COLUMNS), maxEntries: MAX_GROUP_COLUMNS }],
  ['time_bucket', { ...oneOf(TIME_BUCKETS), maxEntries: null }],
  ['metrics', { maxEntries: MAX_METRICS, expects: METRIC_FORMS, read: readMetric }],
]);

function listOf(column: (typeof LISTED_COLUMNS)[number]): ParameterReader {
  const values = ANALYTICS_COLUMNS[column];
  if (values === 'integer') return idList();
  // A name, an alias or the integer of a type, as everywhere.
  return column === 'property_type'
    ? { ...oneOf(values.words), read: (text) => propertyTypeOf(/^\d$/.test(text) ? Number(text) : text) }
    : oneOf(values.words);
}

function oneOf(words: readonly string[]): ParameterReader<string> {
  return {
    maxEntries: LIST_MAX_ENTRIES,
    expects: `one of ${words.join(', ')}`,
    read: (text) => (words.includes(text) ? text : undefined),
  };
}

function idList(): ParameterReader<number> {
  return {
    maxEntries: LIST_MAX_ENTRIES,
    expects: 'an integer id',
    read: (text) => (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  };
}

function numberWithin(min: number, max: number, whole: boolean): ParameterReader<number> {
  return {
    maxEntries: null,
    expects: `a ${whole ? 'whole number' : 'number'} from ${min} to ${max}`,
    read: (text) => {
      if (!(whole ? WHOLE : DECIMAL).test(text)) return undefined;
      const value = Number(text) + 0; // -0 is 0
      return value >= min && value <= max ? value : undefined;
    },
  };
}

const WHOLE = /^-?\d+$/;
/** As JSON writes numbers, leading zeros and a plus sign let through. */
const DECIMAL = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
