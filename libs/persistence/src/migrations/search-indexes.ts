/**
 * The access paths of search, as few as answer every filter: ingest pays for each (measured: the listing's four cost 15 µs a row, the
 * property's five 22 µs). The unique keys and listing (property_id) stand with the tables.
 *
 * - listing_city, listing_price: the classic filters with a city, and with none or a country, answered from the index alone.
 * - listing_place: circles and shapes through their bounding box, with the filters that go along with a map.
 * - listing_department: the same for departments, skipping through the few regions, and for regions. An earlier server than PostgreSQL 18 cannot
 *   skip, and reads more of the index for a department. Feeds whose divisions know neither level do not pay for it.
 * - listing_division: every other level. The pending list is kept short, because each search reads it whole.
 * - property_by_…: one per sort order; read backwards for the other direction, and its nulls (at the end) apart. Kept to properties that
 *   can be found, so that years of expired adverts do not slow a walk. property_by_price_apart holds the few whose prices lie far apart.
 */
export const SEARCH_INDEXES_SQL = `
  create index listing_city on listing (city_id, transaction_type, property_type, price)
    include (area, rooms, bedrooms, parking, balcony, garden, cellar, property_id) where online;
  create index listing_department on listing (region_id, department_id, transaction_type, property_type, price)
    include (area, rooms, bedrooms, parking, balcony, garden, cellar, property_id) where online and (region_id is not null or department_id is not null);
  create index listing_price on listing (transaction_type, property_type, price)
    include (country_id, area, rooms, bedrooms, parking, balcony, garden, cellar, property_id) where online;
  create index listing_place on listing (lat, lng)
    include (transaction_type, property_type, price, area, rooms, bedrooms, property_id) where online;
  create index listing_division on listing using gin (division_ids) with (gin_pending_list_limit = 1024) where online;
  create index property_by_created_at on property (created_at, id) where online_count > 0;
  create index property_by_updated_at on property (updated_at, id) where online_count > 0;
  create index property_by_price on property (min_price, id) include (max_price) where online_count > 0;
  create index property_by_price_apart on property (min_price, id) include (max_price) where online_count > 0 and min_price < 0.8 * max_price;
  create index property_by_area on property (max_area, id) where online_count > 0;
  create index property_by_price_per_area on property (min_price_per_area, id) where online_count > 0;
`;
