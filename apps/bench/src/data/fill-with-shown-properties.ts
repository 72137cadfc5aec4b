import type { Database } from '@gable/persistence';
import { DESCRIPTION } from './description.js';
import { fillWithProperties } from './fill-with-properties.js';

/**
 * Properties of `fillWithProperties` that can be shown too: each listing with its source and the state that answers are
 * made of, about 1 kB.
 */
export async function fillWithShownProperties(database: Database, properties: number): Promise<void> {
  await fillWithProperties(database, properties);
  for (const statement of STATEMENTS) await database.query(statement);
}

const STATEMENTS = [
  `insert into source (id, domain, name, created_at)
   select s.id, 'source-' || s.n || '.example', 'Source ' || s.n, now() from (select source_id as id, row_number()
     over () as n from listing group by source_id) s`,
  `insert into listing_revision (listing_id, revision_id, online, observed_at, recorded_at, state)
   select l.id, l.revision_id, l.online, l.observed_at, l.created_at, json_strip_nulls(json_build_object(
     'url', 'https://source.example/adverts/' || l.external_id, 'title', 'Home ' || l.external_id, 'description',
       '${DESCRIPTION}',
     'pictures', json_build_array('https://source.example/' || l.external_id || '/1.jpg', 'https://source.example/' ||
       l.external_id || '/2.jpg'),
     'transactionType', (array['SELL', 'RENT'])[l.transaction_type + 1], 'propertyType', case l.property_type when 0
       then 'FLAT' when 1 then 'HOUSE' end,
     'price', l.price, 'currency', l.currency, 'area', l.area, 'rooms', l.rooms, 'bedrooms', l.bedrooms, 'floor',
       l.floor,
     'features', json_build_object('balcony', l.balcony, 'garden', l.garden, 'parking', l.parking),
     'location', json_build_object('lat', l.lat, 'lng', l.lng, 'cityId', l.city_id, 'districtId', l.district_id,
       'divisionIds', l.division_ids)))
   from listing l`,
  'vacuum analyze listing_revision, source',
];
