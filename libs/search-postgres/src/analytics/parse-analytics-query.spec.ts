import { parseAnalyticsQuery } from './parse-analytics-query.js';

const parsed = (parameters: Record<string, unknown>) => {
  const read = parseAnalyticsQuery(parameters);
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  return read.value;
};

describe('parseAnalyticsQuery', () => {
  it('counts per day where nothing is asked for', () => {
    expect(parsed({})).toEqual({
      filters: [],
      groupBy: [],
      timeBucket: 'day',
      metrics: [{ name: 'count', kind: 'count' }],
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['commas', { city_id: '1,2,3' }],
    ['repetition', { city_id: ['1', '2', '3'] }],
    ['brackets', { 'city_id[]': ['1', '2', '3'] }],
    ['all of them, with doubles', { 'city_id[]': '1,2', city_id: ['3', '1'] }],
  ])('reads lists with %s', (_, parameters) => {
    expect(parsed(parameters).filters).toEqual([{ kind: 'oneOf', column: 'city_id', values: [1, 2, 3] }]);
  });

  it('reads names, aliases and integers of property types as one', () => {
    expect(parsed({ property_type: 'APARTMENT,0,FLAT,8' }).filters).toEqual([
      { kind: 'oneOf', column: 'property_type', values: ['FLAT', 'OTHER'] },
    ]);
  });

  it('reads both bounds of a column into one condition, zero and minus zero as the same', () => {
    expect(parsed({ price_max: '2.5', price_min: '-0', lat_min: '-45', rooms_max: '007' }).filters).toEqual([
      { kind: 'between', column: 'price_displayed', min: 0, max: 2.5 },
      { kind: 'between', column: 'rooms', min: null, max: 7 },
      { kind: 'between', column: 'lat', min: -45, max: null },
    ]);
  });

  it('reads instants into UTC, with a plus sign that was not encoded', () => {
    expect(
      parsed({ event_at_from: '2026-03-01T10:00:00 02:00', event_at_to: '2026-03-01T10:00:00.5Z' }).filters,
    ).toEqual([{ kind: 'period', from: '2026-03-01T08:00:00.000Z', until: '2026-03-01T10:00:00.500Z' }]);
  });

  it('reads metrics under the name they were asked by, each once', () => {
    expect(
      parsed({
        metrics: 'count,avg:rooms,median:price,percentile:price:50,percentile:price:050.0,min:area,max:area,count',
      }).metrics,
    ).toEqual([
      { name: 'count', kind: 'count' },
      { name: 'avg:rooms', kind: 'avg', field: 'rooms' },
      { name: 'median:price', kind: 'percentile', field: 'price', fraction: 0.5 },
      { name: 'percentile:price:50', kind: 'percentile', field: 'price', fraction: 0.5 },
      { name: 'percentile:price:050.0', kind: 'percentile', field: 'price', fraction: 0.5 },
      { name: 'min:area', kind: 'min', field: 'area' },
      { name: 'max:area', kind: 'max', field: 'area' },
    ]);
  });

  it('keeps the order of columns, each once', () => {
    expect(parsed({ group_by: ['source_id', 'city_id,source_id'] }).groupBy).toEqual(['source_id', 'city_id']);
  });

  it('repeats no more of a wrong value than is good for a log', () => {
    expect(parseAnalyticsQuery({ rooms_min: `a\n${'b'.repeat(60)}`, [`\u202e${'c'.repeat(60)}`]: '1' })).toMatchObject({
      ok: false,
      violations: [
        { propertyPath: `${'c'.repeat(39)}…` },
        {
          propertyPath: 'rooms_min',
          message: `expects a whole number from 0 to 2147483647; got "a${'b'.repeat(38)}…"`,
        },
      ],
    });
  });
});
