import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tables of accounts, places, listings and the queues behind them.
 *
 * The tables that ingest writes by the million (listing and everything below it) carry no foreign keys: one writer at a
 * time fills them under a lock, in one transaction with what they refer to, and a check per row would cost a third of
 * the write.
 */
export class Foundation1763700000001 implements MigrationInterface {
  name = 'Foundation1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ACCESS_TABLES);
    await runner.query(PLACE_TABLES);
    await runner.query(LISTING_TABLES);
    await runner.query(CONSEQUENCE_TABLES);
    await runner.query(SEARCH_FUNCTIONS);
    await runner.query(SEARCH_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop view listing_change_states;
      drop table ingest_turn, index_dirty, market_event, listing_change, listing_block, listing_revision, listing,
        property, shape, division, source, api_key, account cascade;
      drop function if exists gable_distance cascade;
    `);
  }
}

const ACCESS_TABLES = `
  create table account (
    id uuid primary key,
    name text not null unique,
    blocked_at timestamptz(3),
    created_at timestamptz(3) not null
  );
  create table api_key (
    id uuid primary key,
    account_id uuid not null references account (id),
    key_id text not null unique,
    secret_hash bytea not null,
    role text not null check (role in ('ROLE_API_CLIENT', 'ROLE_SAAS_USER')),
    name text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3),
    revoked_at timestamptz(3)
  );
  create index api_key_account on api_key (account_id);
`;

const PLACE_TABLES = `
  create table source (
    id uuid primary key,
    domain text not null unique,
    name text not null,
    created_at timestamptz(3) not null
  );
  create table division (
    id bigint primary key,
    type text not null check (type in ('COUNTRY', 'REGION', 'DEPARTMENT', 'CITY', 'DISTRICT', 'NEIGHBORHOOD')),
    name text not null,
    parent_id bigint references division (id),
    country_code text not null,
    lat double precision,
    lng double precision,
    geometry jsonb,
    postal_codes text[] not null default '{}',
    -- every ancestor, nearest first
    ancestor_ids bigint[] not null default '{}'
  );
  create index division_parent on division (parent_id);
  create table shape (
    id uuid primary key,
    account_id uuid not null references account (id),
    name text,
    geometry jsonb not null,
    created_at timestamptz(3) not null
  );
  create index shape_account on shape (account_id);
`;

const LISTING_TABLES = `
  create table property (
    id uuid not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    -- over the online listings
    min_price double precision,
    max_price double precision,
    max_area double precision,
    min_price_per_area double precision,
    online_count integer not null,
    -- rises with every change of the property: the external version of its search document
    revision bigint not null,
    -- set when the last listing moved away: the property it went to
    merged_into uuid,
    -- with the sort keys, so that the keys of properties found by their listings are read from the index alone
    primary key (id) include (created_at, updated_at, min_price, max_area, min_price_per_area)
  );

  -- One row per listing with the values that conditions ask for, as they are now. What the advert says in full stands
  -- in listing_revision.
  create table listing (
    id uuid primary key,
    source_id uuid not null,
    external_id text not null,
    property_id uuid not null,
    revision_id integer not null,
    online boolean not null,
    observed_at timestamptz(3) not null,
    last_event_at timestamptz(3) not null,
    content_hash bytea not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    url_hash bigint,
    grouping_score real,
    grouping_reasons jsonb,
    transaction_type smallint,
    property_type smallint,
    currency text,
    price double precision,
    area double precision,
    area_indoor double precision,
    area_outdoor double precision,
    area_land double precision,
    area_balcony double precision,
    area_terrace double precision,
    area_garden double precision,
    charges double precision,
    agency_fees double precision,
    security_deposit double precision,
    lat double precision,
    lng double precision,
    rooms integer,
    bedrooms integer,
    bathrooms integer,
    floor integer,
    construction_year integer,
    renovation_year integer,
    lots integer,
    furnished boolean,
    disabled_access boolean,
    equipped_kitchen boolean,
    balcony boolean,
    terrace boolean,
    garden boolean,
    cellar boolean,
    last_floor boolean,
    elevator boolean,
    intercom boolean,
    gym boolean,
    swimming_pool boolean,
    parking boolean,
    charges_included boolean,
    fees_included boolean,
    division_ids bigint[] not null default '{}',
    country_id bigint,
    region_id bigint,
    department_id bigint,
    city_id bigint,
    district_id bigint,
    neighborhood_id bigint,
    unique (source_id, external_id)
  );
  create index listing_property on listing (property_id);
  create index listing_url on listing (url_hash) where url_hash is not null;

  create table listing_revision (
    listing_id uuid not null,
    revision_id integer not null,
    online boolean not null,
    observed_at timestamptz(3) not null,
    recorded_at timestamptz(3) not null,
    -- json, not jsonb: it is written once, read whole, and never searched
    state json not null,
    primary key (listing_id, revision_id)
  );

  -- One row, whose lock lets one batch of ingest at a time through; the number of batches so far.
  create table ingest_turn (
    version bigint not null
  );
  insert into ingest_turn values (0);

  create table listing_block (
    block_key bigint not null,
    listing_id uuid not null,
    primary key (block_key, listing_id)
  );
`;

const CONSEQUENCE_TABLES = `
  -- The queue of the matcher, read in order behind the fence of xid. Small and busy: vacuum must not wait for a share
  -- of it. The states before and after stand in listing_revision, which never changes, and so do those of the siblings
  -- (the other online listings of the property at that moment): a change names them, and listing_change_states gives
  -- them whole. Copying them here would double what an ingest writes.
  create table listing_change (
    id bigint generated always as identity primary key,
    listing_id uuid not null,
    property_id uuid not null,
    revision_id integer not null,
    -- null when the listing is new; else the property it belonged to at revision_id - 1
    previous_property_id uuid,
    sibling_ids uuid[] not null,
    sibling_revisions integer[] not null,
    xid xid8 not null default pg_current_xact_id(),
    created_at timestamptz(3) not null,
    unique (listing_id, revision_id)
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, fillfactor = 70);

  create view listing_change_states as
    select change.id, change.listing_id, change.revision_id, change.property_id, change.previous_property_id,
      change.xid, change.created_at,
      before.online as before_online, before.state as before_state, after.online as after_online,
        after.state as after_state,
      (
        select coalesce(json_agg(json_build_object('listingId', sibling.listing_id, 'listing', sibling.state)
          order by named.position), '[]')
        from unnest(change.sibling_ids, change.sibling_revisions) with ordinality as named(listing_id, revision_id,
          position)
        join listing_revision sibling on sibling.listing_id = named.listing_id
          and sibling.revision_id = named.revision_id
      ) as siblings
    from listing_change change
    join listing_revision after on after.listing_id = change.listing_id and after.revision_id = change.revision_id
    left join listing_revision before
      on before.listing_id = change.listing_id and before.revision_id = change.revision_id - 1
        and change.previous_property_id is not null;

  create table market_event (
    id bigint generated always as identity primary key,
    listing_id uuid not null,
    revision_id integer not null,
    property_id uuid not null,
    source_id uuid not null,
    event_type smallint not null,
    event_at timestamptz(3) not null,
    days_between_events double precision,
    transaction_type smallint,
    property_type smallint,
    city_id bigint,
    district_id bigint,
    neighborhood_id bigint,
    lat double precision,
    lng double precision,
    price double precision,
    price_displayed double precision,
    price_per_sqm double precision,
    price_currency text,
    area double precision,
    area_displayed double precision,
    rooms integer,
    bedrooms integer,
    dpe_energy_rating smallint,
    dpe_ghg_rating smallint,
    publisher_type smallint,
    transaction_status smallint,
    sale_type smallint,
    mandate_type smallint,
    condition smallint,
    location_accuracy smallint,
    heating_system smallint,
    energy_carrier smallint
  );
  create index market_event_at on market_event (event_at);
  create index market_event_city on market_event (city_id, event_at);

  -- The set of properties whose search document may be behind.
  create table index_dirty (
    property_id uuid primary key,
    revision_id bigint not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, fillfactor = 70);
`;

/**
 * What compiled criteria call. `gable_distance` is the great-circle distance in metres between two places in degrees:
 * the same haversine on the same mean earth radius (6,371,008.8 m, IUGG R1) as `distanceMeters` of the domain. One
 * plain expression, so that the planner inlines it.
 */
const SEARCH_FUNCTIONS = `
  create function gable_distance(lat1 double precision, lng1 double precision, lat2 double precision,
    lng2 double precision)
  returns double precision language sql immutable parallel safe as $$
    select 12742017.6::float8 * asin(sqrt(least(1::float8,
      power(sin(radians(lat2 - lat1) / 2), 2)
      + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lng2 - lng1) / 2), 2))))
  $$;
`;

/**
 * The access paths of search, as few as answer every filter: ingest pays for each (measured: the listing's four cost 15
 * µs a row, the property's five 22 µs). The unique keys and listing (property_id) stand with the tables.
 *
 * - listing_city, listing_price: the classic filters with a city, and with none or a country, answered from the index
 *   alone.
 * - listing_place: circles and shapes through their bounding box, with the filters that go along with a map.
 * - listing_department: the same for departments, skipping through the few regions, and for regions. An earlier server
 *   than PostgreSQL 18 cannot skip, and reads more of the index for a department. Feeds whose divisions know neither
 *   level do not pay for it.
 * - listing_division: every other level. The pending list is kept short, because each search reads it whole.
 * - property_by_…: one per sort order; read backwards for the other direction, and its nulls (at the end) apart. Kept
 *   to properties that can be found, so that years of expired adverts do not slow a walk. property_by_price_apart holds
 *   the few whose prices lie far apart.
 */
const SEARCH_INDEXES = `
  create index listing_city on listing (city_id, transaction_type, property_type, price)
    include (area, rooms, bedrooms, parking, balcony, garden, cellar, property_id) where online;
  create index listing_department on listing (region_id, department_id, transaction_type, property_type, price)
    include (area, rooms, bedrooms, parking, balcony, garden, cellar, property_id) where online
      and (region_id is not null or department_id is not null);
  create index listing_price on listing (transaction_type, property_type, price)
    include (country_id, area, rooms, bedrooms, parking, balcony, garden, cellar, property_id) where online;
  create index listing_place on listing (lat, lng)
    include (transaction_type, property_type, price, area, rooms, bedrooms, property_id) where online;
  create index listing_division on listing using gin (division_ids) with (gin_pending_list_limit = 1024) where online;
  create index property_by_created_at on property (created_at, id) where online_count > 0;
  create index property_by_updated_at on property (updated_at, id) where online_count > 0;
  create index property_by_price on property (min_price, id) include (max_price) where online_count > 0;
  create index property_by_price_apart on property (min_price, id) include (max_price) where online_count > 0
    and min_price < 0.8 * max_price;
  create index property_by_area on property (max_area, id) where online_count > 0;
  create index property_by_price_per_area on property (min_price_per_area, id) where online_count > 0;
`;
