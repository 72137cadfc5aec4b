import {
  divisionsOf,
  fieldValue,
  FLAG_FIELDS,
  propertyTypeCode,
  RANGE_FIELDS,
  TRANSACTION_TYPES,
  type Listing,
} from '@gable/domain';
import { randomUUID } from 'node:crypto';
import { sortKeysOf, type StoredProperty } from '../stored-property.fixture.js';
import { FLAG_COLUMNS, RANGE_COLUMNS } from './columns.js';
import type { QueryPort } from './query-port.js';

/** Writes properties and their listings as ingest would, as far as search reads them. */
export async function storeProperties(database: QueryPort, properties: readonly StoredProperty[]): Promise<void> {
  const moment = (epoch: number) => new Date(epoch).toISOString();
  await insert(
    database,
    'property',
    properties.map((property) => {
      const keys = sortKeysOf(property);
      return {
        id: property.id,
        created_at: moment(property.createdAt),
        updated_at: moment(property.updatedAt),
        min_price: keys.PRICE,
        max_price: keys.maxPrice,
        max_area: keys.AREA,
        min_price_per_area: keys.PRICE_PER_AREA,
        online_count: property.listings.filter(({ online }) => online).length,
        revision: 1,
      };
    }),
  );
  await insert(
    database,
    'listing',
    properties.flatMap(({ id, listings }) =>
      listings.map(({ online, listing }) => listingRow(randomUUID(), id, online, listing)),
    ),
  );
}

/** Writes online listings, each of a property of its own that is not stored; answers their ids in order. */
export async function storeListings(database: QueryPort, listings: readonly Listing[]): Promise<string[]> {
  const ids = listings.map(() => randomUUID());
  await insert(
    database,
    'listing',
    listings.map((listing, place) => listingRow(ids[place]!, randomUUID(), true, listing)),
  );
  return ids;
}

/** A row of table `listing` as ingest would write it, as far as search reads it. */
export function listingRow(id: string, propertyId: string, online: boolean, listing: Listing): Record<string, unknown> {
  const { transactionType, propertyType, location } = listing;
  const now = new Date(0).toISOString();
  return {
    id,
    property_id: propertyId,
    online,
    source_id: propertyId,
    external_id: id,
    revision_id: 1,
    observed_at: now,
    last_event_at: now,
    content_hash: '\\x00',
    created_at: now,
    updated_at: now,
    transaction_type: transactionType && TRANSACTION_TYPES.indexOf(transactionType),
    property_type: propertyType && propertyTypeCode(propertyType),
    lat: location?.lat,
    lng: location?.lng,
    division_ids: divisionsOf(listing),
    country_id: location?.countryId,
    region_id: location?.regionId,
    department_id: location?.departmentId,
    city_id: location?.cityId,
    ...Object.fromEntries(RANGE_FIELDS.map((field) => [RANGE_COLUMNS[field], fieldValue(field, listing)])),
    ...Object.fromEntries(FLAG_FIELDS.map((field) => [FLAG_COLUMNS[field], fieldValue(field, listing)])),
  };
}

async function insert(database: QueryPort, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 5_000) {
    const piece = rows.slice(start, start + 5_000);
    await database.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
      JSON.stringify(piece),
    ]);
  }
}
