import { Dice } from '@gable/domain/testing';
import type { MarketQuestion } from './answer-question.js';
import type { RetoldEvent } from './retell-market.js';

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
const FIELDS = [
  'price',
  'price_displayed',
  'price_per_sqm',
  'area',
  'area_displayed',
  'rooms',
  'bedrooms',
  'days_between_events',
];

/** Questions that lean on what happened: bounds and values are those of some event, so that most find something and bounds are met exactly. The same for the same seed. */
export function generateQuestions(seed: number, count: number, events: readonly RetoldEvent[]): MarketQuestion[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, () => question(dice, events));
}

/** Questions to the markets of cities, in what their monthly sums tell apart: kinds of events and of homes, over months and longer, in periods that begin and end anywhere. */
export function generateCityQuestions(seed: number, count: number, events: readonly RetoldEvent[]): MarketQuestion[] {
  const dice = new Dice(seed);
  const placed = events.filter(({ city_id: city }) => city !== null);
  return Array.from({ length: count }, () => {
    const [one, other] = [dice.pick(placed), dice.pick(placed)];
    const asked: Record<string, readonly string[]> = {
      city_id: [...new Set([String(one.city_id), ...(dice.chance(0.5) ? [String(other.city_id)] : [])])],
    };
    for (const column of ['property_type', 'event_type'])
      if (dice.chance(0.25)) asked[column] = [...new Set([String(one[column]), String(other[column])])];
    if (dice.chance(0.25)) asked.transaction_type = [String(one.transaction_type)];
    if (dice.chance(0.5)) Object.assign(asked, period(dice, one, other));
    if (dice.chance(0.7))
      asked.group_by = dice.some(['property_type', 'transaction_type', 'event_type', 'city_id'], dice.whole(1, 3));
    return {
      ...asked,
      time_bucket: [dice.pick(['month', 'month', 'quarter', 'year'])],
      metrics: [...new Set(Array.from({ length: dice.whole(1, 8) }, () => metric(dice)))],
    };
  });
}

function question(dice: Dice, events: readonly RetoldEvent[]): MarketQuestion {
  const one = dice.pick(events);
  const other = dice.pick(events);
  const asked: Record<string, readonly string[]> = {};
  const filters = dice.pick([0, 1, 1, 2, 3]);
  for (let n = 0; n < filters; n += 1) Object.assign(asked, filter(dice, one, other));
  if (dice.chance(0.8)) asked.group_by = dice.some(COLUMNS, dice.pick([1, 1, 2, 3, 10]));
  if (dice.chance(0.9)) asked.time_bucket = [dice.pick(['day', 'week', 'month', 'quarter', 'year'])];
  if (dice.chance(0.9)) asked.metrics = [...new Set(Array.from({ length: dice.whole(1, 6) }, () => metric(dice)))];
  return asked;
}

function filter(dice: Dice, one: RetoldEvent, other: RetoldEvent): Record<string, readonly string[]> {
  if (dice.chance(0.15)) return { transaction_type: [String(one.transaction_type)] };
  if (dice.chance(0.2)) return period(dice, one, other);
  if (dice.chance(0.5)) {
    const column = dice.pick(LISTS);
    const values = [one[column], other[column]].filter((value) => value !== null).map(String);
    return values.length === 0 ? {} : { [column]: [...new Set(values)] };
  }
  const [prefix, column] = dice.pick(BOUNDS);
  const [min, max] = [one[column], other[column]]
    .filter((value): value is number => typeof value === 'number')
    .sort((a, b) => a - b);
  if (min === undefined) return {};
  return {
    ...(dice.chance(0.7) && { [`${prefix}_min`]: [String(min)] }),
    ...(dice.chance(0.7) && { [`${prefix}_max`]: [String(max ?? min)] }),
  };
}

function period(dice: Dice, one: RetoldEvent, other: RetoldEvent): Record<string, readonly string[]> {
  const [from, to] = [one.at, other.at].sort((a, b) => a - b).map((at) => new Date(at).toISOString());
  return { ...(dice.chance(0.7) && { event_at_from: [from!] }), ...(dice.chance(0.7) && { event_at_to: [to!] }) };
}

function metric(dice: Dice): string {
  const form = dice.pick(['count', 'avg', 'median', 'min', 'max', 'percentile', 'percentile']);
  if (form === 'count') return form;
  return `${form}:${dice.pick(FIELDS)}${form === 'percentile' ? `:${dice.pick([1, 10, 25, 33.3, 75, 90, 99.9, 100])}` : ''}`;
}
