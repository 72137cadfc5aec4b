/**
 * The columns of market_event that rollups sum up; each has its columns `<field>_n`, `_sum`, `_min`, `_max` and
 * `_values` in market_rollup.
 */
export const SUMMED_FIELDS = [
  'price',
  'price_displayed',
  'price_per_sqm',
  'area',
  'area_displayed',
  'rooms',
  'bedrooms',
  'days_between_events',
] as const;
