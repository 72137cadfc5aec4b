import { SeededRandom } from '@gable/domain/testing';
import type { MarketQuestion } from './answer-question.js';
import type { ReplayedEvent } from './replay-market.js';

const LISTS = [
  'property_type',
  'city_id',
  'district_id',
  'neighborhood_id',
  'event_type',
  'dpe_energy_rating',
  'publisher_type',
];
const BOUNDS: readonly (readonly [prefix: string, column: string])[] = [
  ['price', 'price_displayed'],
  ['area', 'area_displayed'],
  ['rooms', 'rooms'],
  ['bedrooms', 'bedrooms'],
  ['lat', 'lat'],
  ['lng', 'lng'],
];
const COLUMNS = [
  'property_type',
  'transaction_type',
  'event_type',
  'city_id',
  'district_id',
  'neighborhood_id',
  'dpe_energy_rating',
  'dpe_ghg_rating',
  'publisher_type',
  'price_currency',
  'transaction_status',
  'sale_type',
  'mandate_type',
  'condition',
  'location_accuracy',
  'heating_system',
  'energy_carrier',
  'source_id',
];
/** Those that monthly sums hold. */
const SUMMED_FIELDS = [
  'price',
  'price_displayed',
  'price_per_sqm',
  'area',
  'area_displayed',
  'rooms',
  'bedrooms',
  'days_between_events',
];
const FIELDS = [...SUMMED_FIELDS, 'days_since_first_seen'];

/**
 * Questions that lean on what happened: bounds and values are those of some event, so that most find something and
 * bounds are met exactly. The same for the same seed.
 */
export function generateQuestions(seed: number, count: number, events: readonly ReplayedEvent[]): MarketQuestion[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => question(random, events));
}

/**
 * Questions to the markets of cities, in what their monthly sums tell apart and hold: kinds of events and of
 * properties, over months and longer, in periods that begin and end anywhere.
 */
export function generateCityQuestions(seed: number, count: number, events: readonly ReplayedEvent[]): MarketQuestion[] {
  const random = new SeededRandom(seed);
  const placed = events.filter(({ city_id: city }) => city !== null);
  return Array.from({ length: count }, () => {
    const [one, other] = [random.pick(placed), random.pick(placed)];
    const asked: Record<string, readonly string[]> = {
      city_id: [...new Set([String(one.city_id), ...(random.chance(0.5) ? [String(other.city_id)] : [])])],
    };
    for (const column of ['property_type', 'event_type'])
      if (random.chance(0.25)) asked[column] = [...new Set([String(one[column]), String(other[column])])];
    if (random.chance(0.25)) asked.transaction_type = [String(one.transaction_type)];
    if (random.chance(0.5)) Object.assign(asked, period(random, one, other));
    if (random.chance(0.7))
      asked.group_by = random.some(['property_type', 'transaction_type', 'event_type', 'city_id'], random.whole(1, 3));
    return {
      ...asked,
      time_bucket: [random.pick(['month', 'month', 'quarter', 'year'])],
      metrics: [...new Set(Array.from({ length: random.whole(1, 8) }, () => metric(random, SUMMED_FIELDS)))],
    };
  });
}

function question(random: SeededRandom, events: readonly ReplayedEvent[]): MarketQuestion {
  const one = random.pick(events);
  const other = random.pick(events);
  const asked: Record<string, readonly string[]> = {};
  const filters = random.pick([0, 1, 1, 2, 3]);
  for (let n = 0; n < filters; n += 1) Object.assign(asked, filter(random, one, other));
  if (random.chance(0.8)) asked.group_by = random.some(COLUMNS, random.pick([1, 1, 2, 3, 10]));
  if (random.chance(0.9)) asked.time_bucket = [random.pick(['day', 'week', 'month', 'quarter', 'year'])];
  if (random.chance(0.9))
    asked.metrics = [...new Set(Array.from({ length: random.whole(1, 6) }, () => metric(random, FIELDS)))];
  return asked;
}

function filter(random: SeededRandom, one: ReplayedEvent, other: ReplayedEvent): Record<string, readonly string[]> {
  if (random.chance(0.15)) return { transaction_type: [String(one.transaction_type)] };
  if (random.chance(0.2)) return period(random, one, other);
  if (random.chance(0.5)) {
    const column = random.pick(LISTS);
    const values = [one[column], other[column]].filter((value) => value !== null).map(String);
    return values.length === 0 ? {} : { [column]: [...new Set(values)] };
  }
  const [prefix, column] = random.pick(BOUNDS);
  const [min, max] = [one[column], other[column]]
    .filter((value): value is number => typeof value === 'number')
    .sort((a, b) => a - b);
  if (min === undefined) return {};
  return {
    ...(random.chance(0.7) && { [`${prefix}_min`]: [String(min)] }),
    ...(random.chance(0.7) && { [`${prefix}_max`]: [String(max ?? min)] }),
  };
}

function period(random: SeededRandom, one: ReplayedEvent, other: ReplayedEvent): Record<string, readonly string[]> {
  const [from, to] = [one.at, other.at].sort((a, b) => a - b).map((at) => new Date(at).toISOString());
  return { ...(random.chance(0.7) && { event_at_from: [from!] }), ...(random.chance(0.7) && { event_at_to: [to!] }) };
}

function metric(random: SeededRandom, fields: readonly string[]): string {
  const form = random.pick(['count', 'avg', 'median', 'min', 'max', 'percentile', 'percentile']);
  if (form === 'count') return form;
  const simple = `${form}:${random.pick(fields)}`;
  return form === 'percentile' ? `${simple}:${random.pick([1, 10, 25, 33.3, 75, 90, 99.9, 100])}` : simple;
}
