/**
 * The question that stands beside SQL by hand: all events by city and year, with the median and the 90th percentile of
 * the price.
 */
export const BY_CITY = { group_by: 'city_id', time_bucket: 'year', metrics: 'count,median:price,percentile:price:90' };

export interface CityRow {
  city_id: number | null;
  year: number;
  events: number;
  median: number;
  p90: number;
}

/**
 * What somebody who knows the table and PostgreSQL would write for it; without the instants that the interface answers
 * as well.
 */
export const BY_HAND: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'percentile_cont of both at once',
    text: `
      select city_id, year, events, both_of[1] as median, both_of[2] as p90
      from (
        select city_id, event_month / 12 as year, count(*) as events, percentile_cont(array[0.5, 0.9]) within group
          (order by price) as both_of
        from market_event group by 1, 2
      ) found`,
  },
  {
    name: 'values hashed into arrays, percentile_cont of each',
    text: `
      select city_id, year, events, both_of[1] as median, both_of[2] as p90
      from (
        select city_id, event_month / 12 as year, count(*) as events, array_agg(price) as prices from market_event
          group by 1, 2
      ) found, lateral (select percentile_cont(array[0.5, 0.9]) within group (order by price) as both_of from
        unnest(prices) price) sorted`,
  },
  {
    name: 'values hashed into arrays, array_sort, interpolated (PostgreSQL 18)',
    text: `
      select city_id, year, events,
        prices[1 + floor(0.5 * (n - 1))::int] + (0.5 * (n - 1) - floor(0.5 * (n - 1))) * (prices[1 + ceil(0.5 * (n -
          1))::int] - prices[1 + floor(0.5 * (n - 1))::int]) as median,
        prices[1 + floor(0.9 * (n - 1))::int] + (0.9 * (n - 1) - floor(0.9 * (n - 1))) * (prices[1 + ceil(0.9 * (n -
          1))::int] - prices[1 + floor(0.9 * (n - 1))::int]) as p90
      from (
        select city_id, year, events, array_sort(prices) as prices, cardinality(prices)::float8 as n
        from (
          select city_id, event_month / 12 as year, count(*) as events, array_agg(price) filter (where price is not
            null) as prices from market_event group by 1, 2 offset 0
        ) gathered
        offset 0
      ) found`,
  },
];
