import type { Condition, Criteria } from '@gable/domain/criteria';
import { parseAnalyticsQuery, type AnalyticsQuery } from '@gable/search-postgres';
import { commonFilter } from '../data/common-filter.js';

/** Reads a question as the interface does. */
export const question = (parameters: Record<string, string>): AnalyticsQuery => {
  const read = parseAnalyticsQuery(parameters);
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  return read.value;
};

const FIGURES = { metrics: 'count,median:price,avg:price_per_sqm,percentile:price:90', time_bucket: 'month' };
const MIX = 500;

/** A name, the parameters of the n-th question, and how many are asked. */
export type CityCase = readonly [name: string, parameters: (n: number) => Record<string, string>, count: number];

const FLATS = { transaction_type: 'SELL', property_type: 'FLAT' };
/**
 * Cities of `fillWithProperties` by their share of all properties, so that the biggest of five thousand is asked for
 * seven times in a hundred.
 */
export const CITY_CASES: readonly CityCase[] = [
  [
    'a city by its share, flats for sale, by month',
    (n) => ({ ...FIGURES, ...FLATS, city_id: String(commonFilter(n, MIX).city) }),
    MIX,
  ],
  [
    'a city by its share, everything, by month and type',
    (n) => ({ ...FIGURES, city_id: String(commonFilter(n, MIX).city), group_by: 'property_type' }),
    MIX,
  ],
  ['the biggest city, flats for sale, by month', () => ({ ...FIGURES, ...FLATS, city_id: '1' }), 40],
  [
    'the biggest city, flats for sale, by month and district, which rollups do not separate',
    () => ({ ...FIGURES, ...FLATS, city_id: '1', group_by: 'district_id' }),
    40,
  ],
  [
    'the biggest city, a year, by month and type',
    () => ({
      ...FIGURES,
      city_id: '1',
      group_by: 'property_type',
      event_at_from: '2024-06-01T00:00:00Z',
      event_at_to: '2025-05-31T23:59:59Z',
    }),
    40,
  ],
  [
    'the biggest city, by heating, which no index holds',
    () => ({ ...FIGURES, ...FLATS, city_id: '1', group_by: 'heating_system' }),
    20,
  ],
];
export const THE_BIGGEST: CityCase = [
  'the biggest city, everything, by month and type',
  () => ({ ...FIGURES, city_id: '1', group_by: 'property_type' }),
  40,
];

/** A name, the parameters and the criteria of the n-th question, and how many are asked. */
export type CriteriaCase = readonly [...CityCase, criteria: (n: number) => Criteria];

const TERRACE: Condition = { kind: 'flag', field: 'terrace', value: true, allowNull: false };
const CHEAP: Condition = { kind: 'range', field: 'price', min: null, max: 300_000, allowNull: false };
const inCity = (city: number): Condition => ({ kind: 'division', included: [city], excluded: null });
const all = (...conditions: Condition[]): Criteria => ({ conditions, operator: 'AND', children: [] });

/** The same cities with a tree, which rollups do not know and which asks for the state that each event had. */
export const CRITERIA_CASES: readonly CriteriaCase[] = [
  [
    'a city by its share, with a terrace, up to 300,000, by month',
    () => FIGURES,
    200,
    (n) => all(inCity(commonFilter(n, MIX).city), TERRACE, CHEAP),
  ],
  [
    'the biggest city, with a terrace, up to 300,000, by month',
    () => FIGURES,
    20,
    () => all(inCity(1), TERRACE, CHEAP),
  ],
  ['everywhere, with a terrace, up to 300,000, by month', () => FIGURES, 5, () => all(TERRACE, CHEAP)],
];
