import { chooseSorting, type EventsKnown } from './choose-sorting.js';
import type { Sorting } from './compile-analytics.js';
import { parseAnalyticsQuery } from './parse-analytics-query.js';

const KNOWN: EventsKnown = { events: 2_000_000, cityBounds: [3, 40, 500] };
const BY_CITY = { group_by: 'city_id', time_bucket: 'year', metrics: 'count,median:price' };

async function chosen(
  parameters: Record<string, string>,
  { known = KNOWN, hasCriteria = false }: { known?: EventsKnown; hasCriteria?: boolean } = {},
): Promise<Sorting> {
  const read = parseAnalyticsQuery(parameters);
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  return chooseSorting(read.value, hasCriteria, async () => known);
}

describe('chooseSorting', () => {
  it('divides a question for all cities by the bounds of the cities', async () => {
    const divided = { kind: 'by city', bounds: [3, 40, 500] };
    expect(await chosen(BY_CITY)).toEqual(divided);
    expect(
      await chosen({ ...BY_CITY, group_by: 'property_type,city_id', transaction_type: 'SELL', price_max: '5' }),
    ).toEqual(divided);
    expect(await chosen(BY_CITY, { known: { ...KNOWN, events: 1e9 } })).toEqual(divided);
  });

  it.each([
    ['whose groups have no city', { ...BY_CITY, group_by: 'property_type' }],
    ['for a period, which another index finds', { ...BY_CITY, event_at_from: '2026-01-01T00:00:00Z' }],
    ['that groups by what the index of markets does not hold', { ...BY_CITY, group_by: 'city_id,heating_system' }],
    ['that filters by what it does not hold', { ...BY_CITY, lat_max: '49' }],
    ['that measures what it does not hold', { ...BY_CITY, metrics: 'median:price,avg:days_since_first_seen' }],
  ])('does not divide a question %s', async (_, parameters) => {
    expect(await chosen(parameters)).toEqual({ kind: 'gathered' });
  });

  it('does not divide few events, those of criteria, or those that mostly have no city', async () => {
    expect(await chosen(BY_CITY, { known: { ...KNOWN, events: 99_999 } })).toEqual({ kind: 'gathered' });
    expect(await chosen(BY_CITY, { hasCriteria: true })).toEqual({ kind: 'gathered' });
    expect(await chosen(BY_CITY, { known: { ...KNOWN, cityBounds: null } })).toEqual({ kind: 'gathered' });
  });

  it('gathers no more values than memory may hold at once', async () => {
    const known = { events: 8_000_001, cityBounds: null };
    expect(await chosen(BY_CITY, { known })).toEqual({ kind: 'gathered' });
    expect(await chosen({ ...BY_CITY, metrics: 'median:price,median:rooms' }, { known })).toEqual({ kind: 'sorted' });
  });

  it('does not ask how many events there are where a place is asked for, or no percentile', async () => {
    const unasked = (): Promise<EventsKnown> => Promise.reject(new Error('asked'));
    for (const [parameters, kind] of [
      [{ ...BY_CITY, city_id: '5' }, 'gathered'],
      [{ ...BY_CITY, metrics: 'avg:price' }, 'sorted'],
    ] as const) {
      const read = parseAnalyticsQuery(parameters);
      if (!read.ok) throw new Error(JSON.stringify(read.violations));
      expect(await chooseSorting(read.value, false, unasked)).toEqual({ kind });
    }
  });
});
