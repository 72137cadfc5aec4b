import { compileAnalytics, type Sorting } from './compile-analytics.js';
import { parseAnalyticsQuery } from './parse-analytics-query.js';

function compiled(
  parameters: Record<string, unknown>,
  sorting: Sorting = { kind: 'gathered' },
): { text: string; parameters: readonly unknown[] } {
  const read = parseAnalyticsQuery(parameters);
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  const { text, parameters: values } = compileAnalytics(read.value, sorting);
  return { text: text.replace(/\s+/g, ' ').trim(), parameters: values };
}

describe('compileAnalytics', () => {
  it('writes a statement that can be read alone, without a value of the caller in it', () => {
    expect(
      compiled({
        property_type: 'HOUSE,LAND',
        city_id: '75056',
        transaction_type: 'RENT',
        event_at_from: '2026-01-01T00:00:00Z',
        price_min: '5',
        price_max: '9.5',
        rooms_min: '2',
        lng_max: '3',
        group_by: 'district_id,event_type',
        time_bucket: 'quarter',
        metrics: 'count,avg:price,percentile:price:90,median:price,max:rooms,percentile:area:12.5',
      }),
    ).toEqual({
      text:
        'with every as materialized ( select event_month / 3 as bucket, district_id as g1, event_type as g2, count(*) as events, min(event_at) as first_at, max(event_at) as last_at, ' +
        'avg(price::float8) as avg_price, max(rooms::float8) as max_rooms, array_agg(price) as every_price, array_agg(area) as every_area ' +
        'from market_event where property_type = any($1::smallint[]) and city_id = $2::bigint and transaction_type = $3::smallint and event_at >= $4::timestamptz ' +
        'and price_displayed >= $5::float8 and price_displayed <= $6::float8 and rooms >= $7::integer and lng <= $8::float8 ' +
        'group by 1, 2, 3 ) ' +
        "select bucket, g1, g2, events, round(date_part('epoch', first_at) * 1000) as first_at, round(date_part('epoch', last_at) * 1000) as last_at, " +
        'events as m1, avg_price as m2, of_price[1] as m3, of_price[2] as m4, max_rooms as m5, of_area[1] as m6 from (select * from every limit 10001) found ' +
        'cross join lateral (select percentile_cont($9::float8[]) within group (order by value) as of_price from unnest(every_price) value) sorted_price ' +
        'cross join lateral (select percentile_cont($10::float8[]) within group (order by value) as of_area from unnest(every_area) value) sorted_area order by 1, 2, 3',
      parameters: [[1, 5], 75_056, 1, '2026-01-01T00:00:00.000Z', 5, 9.5, 2, 3, [0.9, 0.5], [0.125]],
    });
  });

  it('sorts within the grouping where the values are too many to gather', () => {
    expect(
      compiled(
        { group_by: 'city_id', time_bucket: 'week', metrics: 'median:price,percentile:price:90' },
        { kind: 'sorted' },
      ),
    ).toEqual({
      text:
        'with every as materialized ( select event_day - ((event_day - 2) % 7 + 7) % 7 as bucket, city_id as g1, count(*) as events, min(event_at) as first_at, max(event_at) as last_at, ' +
        'percentile_cont($1::float8[]) within group (order by price) as of_price from market_event group by 1, 2 ) ' +
        "select bucket, g1, events, round(date_part('epoch', first_at) * 1000) as first_at, round(date_part('epoch', last_at) * 1000) as last_at, of_price[1] as m1, of_price[2] as m2 " +
        'from (select * from every limit 10001) found order by 1, 2',
      parameters: [[0.5, 0.9]],
    });
  });

  it('asks for no condition and no percentile where there is none', () => {
    expect(compiled({})).toEqual({
      text:
        'with every as materialized ( select event_day as bucket, count(*) as events, min(event_at) as first_at, max(event_at) as last_at from market_event group by 1 ) ' +
        "select bucket, events, round(date_part('epoch', first_at) * 1000) as first_at, round(date_part('epoch', last_at) * 1000) as last_at, events as m1 " +
        'from (select * from every limit 10001) found order by 1',
      parameters: [],
    });
  });
});
