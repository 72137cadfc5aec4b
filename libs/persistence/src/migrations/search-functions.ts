/**
 * What compiled criteria call. `gable_distance` is the great-circle distance in metres between two places in degrees: the same haversine on the
 * same mean earth radius (6,371,008.8 m, IUGG R1) as `distanceMeters` of the domain. One plain expression, so that the planner inlines it.
 */
export const SEARCH_FUNCTIONS_SQL = `
  create function gable_distance(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision)
  returns double precision language sql immutable parallel safe as $$
    select 12742017.6::float8 * asin(sqrt(least(1::float8,
      power(sin(radians(lat2 - lat1) / 2), 2) + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lng2 - lng1) / 2), 2))))
  $$;
`;
