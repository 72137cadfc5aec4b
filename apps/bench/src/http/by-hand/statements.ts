/**
 * What a good engineer writes in an afternoon for the questions of this bench: the answer comes as JSON from the
 * database. Parameters of a search: $1 city, $2 and $3 price, $4 rooms, $5 how many, then the rest.
 */
const RECORD = `json_build_object('uuid', p.id, 'createdAt', p.created_at, 'updatedAt', p.updated_at,
  'minPrice', p.min_price, 'maxPrice', p.max_price, 'listings',
  (select json_agg(r.state) from listing l
   join listing_revision r on r.listing_id = l.id and r.revision_id = l.revision_id
   where l.property_id = p.id and l.online))`;

const FOUND = `select distinct l.property_id from listing l where l.online and l.transaction_type = 0
  and l.property_type = 0 and l.city_id = $1 and l.price between $2 and $3 and l.rooms >= $4`;

export const ONE = `select ${RECORD} as record from property p where p.id = $1`;

export const COUNT = `select count(*)::int as total from (${FOUND}) found`;

/** How an order is written: which rows come next behind a position $6, $7, and where the page ends. */
export interface Order {
  readonly by: string;
  readonly backwards: string;
  readonly key: string;
  readonly behind: string;
}

export const NEWEST: Order = {
  by: 'p.created_at desc, p.id desc',
  backwards: 'p.created_at, p.id',
  key: 'p.created_at',
  behind: '$6::timestamptz is null or (p.created_at, p.id) < ($6::timestamptz, $7::uuid)',
};

export const CHEAPEST: Order = {
  by: 'p.min_price, p.id',
  backwards: 'p.min_price desc, p.id desc',
  key: 'p.min_price',
  behind: '$6::float8 is null or (p.min_price, p.id) > ($6::float8, $7::uuid)',
};

/** A page at an offset $6 with the number of all that are found, up to 10,000. */
export const pageAt = ({ by }: Order) => `
  with hits as materialized (${FOUND} limit 10000),
  page as materialized (
    select p.* from property p join hits on hits.property_id = p.id order by ${by} offset $6 limit $5
  )
  select (select count(*)::int from hits) as total,
    (select json_agg(${RECORD} order by ${by}) from page p) as items`;

/** A page behind a position, the first one behind nulls. */
export const pageBehind = ({ by, backwards, key, behind }: Order) => `
  with hits as materialized (${FOUND}),
  page as materialized (
    select p.* from property p join hits on hits.property_id = p.id where ${behind} order by ${by} limit $5
  )
  select (select json_agg(${RECORD} order by ${by}) from page p) as items,
    (select json_build_array(${key}, p.id) from page p order by ${backwards} limit 1) as cursor`;
