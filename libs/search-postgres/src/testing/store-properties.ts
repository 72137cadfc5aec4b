import type { KnownListing, Listing } from '@gable/domain/listing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '@gable/persistence';
import { placeOf, sortKeysOf, type StoredProperty } from '@gable/search/testing';
import { signatureOf } from '@gable/persistence/phrases';
import { type ListingRow, listingRow } from './listing-row.js';

/** Writes properties and their listings as ingest would, as far as search reads them. */
export async function storeProperties(database: Queryable, properties: readonly StoredProperty[]): Promise<void> {
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
        lat: placeOf(property)?.lat ?? null,
        lng: placeOf(property)?.lng ?? null,
      };
    }),
  );
  await insertListings(
    database,
    properties.flatMap(({ id, listings }) =>
      listings.map(({ online, listing }) => listingRow(randomUUID(), id, online, listing)),
    ),
  );
}

/** A property for each of these listings, which is online. */
export function propertyOfEach(listings: readonly KnownListing[], idOf: (n: number) => string): StoredProperty[] {
  return listings.map((listing, n) => ({
    id: idOf(n),
    createdAt: n,
    updatedAt: n,
    listings: [{ online: true, listing }],
  }));
}

/**
 * Makes the log of writes tell of nothing that was written before. Who reads from then on has a position behind that:
 * a transaction of another spec on the same server would keep it before.
 */
export async function loseWrites(database: Queryable): Promise<void> {
  await database.query('delete from property_write');
  await database.query(`insert into property_write (property_ids) values ('{}')`);
  const isBehind = 'select from property_write where xid < pg_snapshot_xmin(pg_current_snapshot())';
  while ((await database.query(isBehind)).length === 0) await sleep(5);
}

/** Writes online listings, each of a property of its own that is not stored; answers their ids in order. */
export async function storeListings(database: Queryable, listings: readonly Listing[]): Promise<string[]> {
  const ids = listings.map(() => randomUUID());
  await insertListings(
    database,
    listings.map((listing, place) => listingRow(ids[place]!, randomUUID(), true, listing)),
  );
  return ids;
}

async function insertListings(database: Queryable, rows: readonly ListingRow[]): Promise<void> {
  await insert(database, 'listing', rows);
  const signed = rows.map(({ id, folded_text }) => ({
    listing_id: id,
    signature: `\\x${signatureOf(folded_text).toString('hex')}`,
  }));
  await insert(database, 'phrase_signature', signed);
}

async function insert(database: Queryable, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 5_000) {
    const piece = rows.slice(start, start + 5_000);
    // Generated columns take no value, so that the others are named.
    const columns = Object.keys(piece[0]!).join(', ');
    await database.query(
      `insert into ${table} (${columns})
       select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(piece)],
    );
  }
}
