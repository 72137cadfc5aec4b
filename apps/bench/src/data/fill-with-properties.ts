import type { Database } from '@gable/persistence';
import type { Listing } from '@gable/domain/listing';
import { DERIVATION_VERSION, foldedTextOf, PARTS, searchableText } from '@gable/persistence/listings';
import { SegmentStore, signatureOf } from '@gable/persistence/phrases';
import { withoutIndexes } from './without-indexes.js';

/**
 * Cities of the bench; their shares follow Zipf's law with exponent 0.9, so that the biggest holds 7 % of all
 * properties.
 */
export const CITIES = 5_000;
/** Ids of departments, regions and districts start here; a city's id is its rank. */
export const DEPARTMENT = 920_000;
export const DISTRICT = 1_000_000;
export const REGION = 910_000;
export const COUNTRY = 900_000;

/** Properties that an ingest writes into one part of the store: what it takes in within a second. */
const WRITTEN_TOGETHER = 1_000;

/**
 * Fills an empty, migrated database with properties of one to four listings. Made by the server, so that a million take
 * a minute; the same for the same number. Prices follow city, size and type; a tenth of most values is missing; some
 * listings are offline. With texts every listing has one of them, else none.
 */
export async function fillWithProperties(
  database: Database,
  properties: number,
  texts: readonly Pick<Listing, 'title' | 'description'>[] = [],
): Promise<void> {
  await withoutIndexes(database, ['listing', 'property'], () =>
    database.transaction(async (transaction) => {
      await transaction.query('select setseed(0.42)');
      const folded = texts.map(foldedTextOf);
      await transaction.query(TEXTS, [folded, texts.map(searchableText), folded.map(signatureOf)]);
      for (const statement of STATEMENTS)
        await transaction.query(statement.replaceAll(':properties', String(properties)));
    }),
  );
  await database.query('vacuum analyze division');
  const segments = new SegmentStore(database);
  while (await segments.fill());
}

const TEXTS = `
  create temp table advert_text on commit drop as
  select place - 1 as place, folded, words::tsvector, signature
  from unnest($1::text[], $2::text[], $3::bytea[]) with ordinality as t(folded, words, signature, place)`;

/** Of `advert_text`. */
const TEXT_COUNT = '(select greatest(1, count(*)) from advert_text)';

/** Homes and listings lie in the order of their age, as an ingest leaves them. */
const STATEMENTS = [
  'create index on advert_text (place)',
  'analyze advert_text',
  `create temp table city on commit drop as
   select rank as id, sum(share) over (order by rank) / sum(share) over () as share_until, 42 + 8 * random() as lat,
     -4 + 11 * random() as lng,
     exp(7.6 + 0.5 * (random() + random() + random() - 1.5)) * (1 + 0.8 / sqrt(rank)) as price_per_area
   from (select rank, power(rank::float8, -0.9) as share from generate_series(1, ${CITIES}) rank) z`,
  `create temp table pick on commit drop as
   select slot, 1 + width_bucket((slot + 0.5::float8) / 20000, (select array_agg(share_until order by id) from city))
     as city_id from generate_series(0, 19999) slot`,
  `insert into division (id, type, name, country_code)
   select ${COUNTRY}, 'COUNTRY', 'Country', 'FR'
   union all select ${REGION} + n, 'REGION', 'Region ' || n, 'FR' from generate_series(0, 12) n
   union all select ${DEPARTMENT} + n, 'DEPARTMENT', 'Department ' || n, 'FR' from generate_series(0, 99) n
   union all select id, 'CITY', 'City ' || id, 'FR' from city
   union all select ${DISTRICT} + id * 100 + n, 'DISTRICT', 'District ' || n, 'FR' from city, generate_series(0, 19) n
     where id <= 50`,
  `create temp table draw on commit drop as
   select n, timestamptz '2024-01-01' + n * (interval '600 days' / :properties) as created_at, floor(random() *
     20000)::int as slot, random() as r1, random() as r2,
     random() as r3, random() as r4, random() as r5, random() as r6, random() as r7, random() as r8
   from generate_series(1, :properties) n`,
  'analyze city',
  'analyze pick',
  'analyze draw',
  `create temp table home on commit drop as
   select d.n, d.created_at,
     (lpad(to_hex((extract(epoch from d.created_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(d.n::text), 1, 3)
       || '8' || substr(md5(d.n::text), 4, 15))::uuid as id,
     c.id as city_id, c.lat + 0.06 * (r1 + r2 - 1) as lat, c.lng + 0.08 * (r3 + r4 - 1) as lng, (r5 >=
       0.72)::int::smallint as transaction_type,
     width_bucket(r6, array[0.55, 0.85, 0.87, 0.90, 0.92, 0.96, 0.975, 0.985])::smallint as property_type,
     greatest(9, round((exp(3.6 + 1.1 * (r7 + r1)) * 0.75)::numeric, 1))::float8 as area, c.price_per_area * (0.6 +
       0.8 * r8) as price_per_area,
     floor(r8 * 20)::int as district, 1 + (random() < 0.32)::int + (random() < 0.12)::int + (random() < 0.05)::int as
       adverts
   from draw d join pick p on p.slot = d.slot join city c on c.id = p.city_id
   order by d.n`,
  'analyze home',
  `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
    content_hash, created_at, updated_at, transaction_type,
     property_type, currency, price, area, area_indoor, area_land, lat, lng, rooms, bedrooms, bathrooms, floor,
       construction_year, furnished, balcony, terrace, garden,
     cellar, elevator, parking, division_ids, country_id, region_id, department_id, city_id, district_id, folded_text,
       words, derivation)
   select (substr(h.id::text, 1, 14) || '7' || substr(tag, 1, 3) || '-8' || substr(tag, 4, 3) || '-' || substr(tag, 8,
     12))::uuid,
     md5('source' || (h.n + advert) % 6)::uuid, h.n || '-' || advert, h.id, 1, random() < 0.93, h.created_at,
       h.created_at, decode(tag, 'hex'),
     h.created_at + advert * interval '1 hour', h.created_at + (random() * random() * 30) * interval '1 day',
       h.transaction_type, h.property_type, 'EUR',
     case when random() > 0.03 then round((case h.transaction_type when 0 then h.area * h.price_per_area else h.area *
       h.price_per_area / 220 end
       * (1 + 0.02 * advert * random()))::numeric, case h.transaction_type when 0 then -3 else 0 end)::float8 end,
     case when random() > 0.04 then h.area end, case when random() > 0.04 then h.area end, case when h.property_type =
       1 and random() < 0.7 then round(200 + 2000 * random()) end,
     h.lat, h.lng, case when h.property_type < 2 and random() < 0.92 then greatest(1, round(h.area / 23)) end::int,
     case when h.property_type < 2 and random() < 0.8 then greatest(0, round(h.area / 23) - 1) end::int, case when
       random() < 0.4 then 1 + (h.area > 100)::int end,
     case when h.property_type = 0 and random() < 0.6 then floor(random() * 8) end::int, case when random() < 0.3 then
       1890 + floor(random() * 135) end::int,
     case when random() < 0.2 then random() < 0.3 end, case when random() < 0.5 then random() < 0.5 end, case when
       random() < 0.5 then random() < 0.3 end,
     case when random() < 0.5 then random() < 0.3 end, case when random() < 0.5 then random() < 0.5 end, case when
       random() < 0.6 then random() < 0.5 end,
     case when random() < 0.6 then random() < 0.5 end,
     place.ids, ${COUNTRY}, ${REGION} + city_id % 13, ${DEPARTMENT} + city_id % 100, city_id, case when city_id <= 50
       then ${DISTRICT} + city_id * 100 + h.district end,
     coalesce(t.folded, '|'),
     coalesce(t.words, '') || array_to_tsvector(array(select '#' || division from unnest(place.ids) division)
       || ('%' || h.n / ${WRITTEN_TOGETHER} % ${PARTS})
       || ('#' || city_id || '%' || h.n / ${WRITTEN_TOGETHER} % ${PARTS})),
     ${DERIVATION_VERSION}
   from home h cross join generate_series(1, h.adverts) advert cross join md5(h.n || '-' || advert) tag
     cross join lateral (
       select array[${COUNTRY}, ${REGION} + city_id % 13, ${DEPARTMENT} + city_id % 100, city_id] || case when city_id
         <= 50 then array[${DISTRICT} + city_id * 100 + h.district] else '{}' end as ids
     ) place
     left join lateral (
       select t.* from advert_text t where t.place = (h.n * 7 + advert) % ${TEXT_COUNT} offset 0
     ) t on true`,
  'analyze listing',
  `insert into phrase_signature (listing_id, signature)
   select l.id, t.signature from listing l join advert_text t on t.place = (
     split_part(l.external_id, '-', 1)::int * 7 + split_part(l.external_id, '-', 2)::int) % ${TEXT_COUNT}`,
  `insert into property (id, created_at, updated_at, min_price, max_price, max_area, min_price_per_area, online_count,
    revision, lat, lng)
   select h.id, h.created_at, max(l.updated_at), min(l.price) filter (where online), max(l.price) filter (where
     online), max(l.area) filter (where online),
     min(l.price / nullif(l.area, 0)) filter (where online), count(*) filter (where online), 1,
     min(h.lat) filter (where online), min(h.lng) filter (where online)
   from listing l join home h on h.id = l.property_id group by h.id, h.created_at`,
];
