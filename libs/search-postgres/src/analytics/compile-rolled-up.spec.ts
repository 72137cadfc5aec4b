import { compileRolledUp } from './compile-rolled-up.js';
import { parseAnalyticsQuery } from './parse-analytics-query.js';
import { rolledUpPart } from './rolled-up-part.js';

it('writes one statement over valid rollups and the events between them', () => {
  const read = parseAnalyticsQuery({
    city_id: '75056',
    property_type: 'FLAT',
    event_at_from: '2026-01-05T00:00:00Z',
    event_at_to: '2026-03-31T23:59:59.999Z',
    group_by: 'event_type',
    time_bucket: 'quarter',
    metrics: 'count,avg:area,max:rooms,median:price,percentile:price:90',
  });
  if (!read.ok) throw new Error(JSON.stringify(read.violations));
  const { text, parameters } = compileRolledUp(read.value, rolledUpPart(read.value)!);
  expect(text.replace(/\s+/g, ' ').trim()).toBe(EXPECTED);
  expect(parameters).toEqual([[75_056], 24_313, 24_314, 0, 0, '2026-01-05T00:00:00.000Z', '2026-03-31T23:59:59.999Z']);
});

const EXPECTED = [
  'with valid as materialized (',
  'select city_id, event_month from market_month join market_rollup_month using (city_id, event_month, version)',
  'where city_id = any($1::bigint[]) and event_month >= $2::integer and event_month <= $3::integer ), stretch as (',
  'select city_id, lag(event_month + 1) over (partition by city_id order by event_month) as first_month, event_month as end_month',
  'from (select city_id, event_month from valid union all select city_id, null from unnest($1::bigint[]) city_id) months ), gap as (',
  "select city_id, coalesce(make_timestamptz(first_month / 12, first_month % 12 + 1, 1, 0, 0, 0, 'UTC'), '-infinity') as starts_at,",
  "coalesce(make_timestamptz(end_month / 12, end_month % 12 + 1, 1, 0, 0, 0, 'UTC'), 'infinity') as ends_at",
  'from stretch where first_month is null or end_month is null or first_month < end_month ), part as (',
  'select event_month / 3 as bucket, source.event_type as g1, events, first_at, last_at, area_n, area_sum, rooms_max, price_values',
  'from valid join market_rollup source using (city_id, event_month) where property_type = $4::smallint union all',
  'select of_gap.* from gap cross join lateral (',
  'select event_month / 3 as bucket, source.event_type as g1, count(*), min(event_at), max(event_at),',
  "count(area), sum(area::float8), max(rooms::float8), string_agg(float8send(price::float8), '') from market_event source",
  'where source.city_id = gap.city_id and event_at >= starts_at and event_at < ends_at and property_type = $5::smallint and event_at >= $6::timestamptz and event_at <= $7::timestamptz',
  'group by 1, 2 ) of_gap )',
  "select bucket, g1, sum(events)::bigint as events, round(date_part('epoch', min(first_at)) * 1000) as first_at, round(date_part('epoch', max(last_at)) * 1000) as last_at,",
  "sum(events)::bigint as m1, sum(area_sum) / nullif(sum(area_n)::float8, 0) as m2, max(rooms_max) as m3, string_agg(price_values, '') as every_price",
  'from part group by 1, 2 order by 1, 2 limit 10001',
].join(' ');
