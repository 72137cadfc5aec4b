import { parseAnalyticsQuery } from './parse-analytics-query.js';
import { rolledUpPart } from './rolled-up-part.js';

function part(parameters: Record<string, string>): ReturnType<typeof rolledUpPart> {
  const read = parseAnalyticsQuery({ time_bucket: 'month', ...parameters });
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  return rolledUpPart(read.value);
}

const months = (from?: string, to?: string): (number | null)[] => {
  const { firstMonth, lastMonth } = part({
    city_id: '1',
    ...(from !== undefined && { event_at_from: from }),
    ...(to !== undefined && { event_at_to: to }),
  })!;
  return [firstMonth, lastMonth];
};

const month = (year: number, number: number): number => year * 12 + number - 1;

describe('rolledUpPart', () => {
  it('takes questions to cities whose filters and columns rollups tell apart', () => {
    const kind = { kind: 'oneOf', column: 'property_type', values: ['FLAT'] };
    const period = { kind: 'period', from: '2026-03-05T00:00:00.000Z', until: null };
    expect(
      part({
        city_id: '3,1',
        property_type: 'FLAT',
        event_at_from: '2026-03-05T00:00:00Z',
        group_by: 'city_id,event_type,transaction_type,property_type',
        metrics: 'median:area',
      }),
    ).toEqual({
      cities: [3, 1],
      firstMonth: month(2026, 4),
      lastMonth: null,
      filters: [kind],
      eventFilters: [kind, period],
    });
  });

  it.each<Record<string, string>>([
    {},
    { property_type: 'FLAT' },
    { city_id: '1', time_bucket: 'day' },
    { city_id: '1', time_bucket: 'week' },
    { city_id: '1', district_id: '11' },
    { city_id: '1', price_min: '1' },
    { city_id: '1', group_by: 'source_id' },
    { city_id: '1', dpe_energy_rating: 'A' },
    { district_id: '11' },
    { city_id: '1', metrics: 'count,max:days_since_first_seen' },
  ])('leaves %j to the events', (parameters) => {
    expect(part(parameters)).toBeNull();
  });

  it('takes only months that lie in the period as a whole, to the millisecond', () => {
    expect(months()).toEqual([null, null]);
    expect(months('2026-03-01T00:00:00Z', '2026-05-31T23:59:59.999Z')).toEqual([month(2026, 3), month(2026, 5)]);
    expect(months('2026-03-01T00:00:00.001Z', '2026-05-31T23:59:59.998Z')).toEqual([month(2026, 4), month(2026, 4)]);
    expect(months('2026-03-01T01:00:00+02:00', '2026-06-01T00:00:00Z')).toEqual([month(2026, 3), month(2026, 5)]);
    expect(months('2026-03-31T00:00:00Z', '2026-03-31T12:00:00Z')).toEqual([month(2026, 4), month(2026, 2)]);
    expect(months('2025-12-31T23:59:59.999Z')).toEqual([month(2026, 1), null]);
  });
});
