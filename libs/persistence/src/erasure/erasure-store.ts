import type { Database, Queryable, Transaction } from '../database/database.js';
import { urlHash } from '../database/url-hash.js';
import { FIRST_ID } from '../database/new-id.js';
import { BatchStore } from '../listings/batch-store.js';
import { RAISE_BATCH } from '../listings/statements/write-batch.js';
import {
  CLOSE_CHAINS,
  ERASE_EMPTY_PROPERTIES,
  ERASE_LISTINGS,
  ERASE_SOURCE,
  LOCK_KEPT_OUT,
  LOCK_LISTINGS,
  READMIT,
  SELECT_BY_URLS,
  SELECT_KEPT_OUT,
  SELECT_OF_SOURCE,
} from './statements/erase-listings.js';

/** A listing by the names that its source gives. */
export interface ListingName {
  readonly domain: string;
  readonly externalId: string;
}

/** What is erased for good: listings with every state of theirs, and the sources they came from. */
export class ErasureStore {
  constructor(private readonly database: Database) {}

  /** Ids of all listings, online or not, that have one of these addresses, each with its address. */
  findByUrls(urls: readonly string[]): Promise<{ id: string; url: string }[]> {
    return this.database.query(SELECT_BY_URLS, [urls.map((url) => String(urlHash(url))), urls]);
  }

  /** The next ids of a source's listings behind one; from the first where none is given. */
  async ofSource(sourceId: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(SELECT_OF_SOURCE, [sourceId, FIRST_ID, limit]);
    return rows.map(({ id }) => id);
  }

  /** False where it has listings again. Between two batches: who reads feeds meanwhile forgets its id. */
  async eraseSource(sourceId: string): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const { version } = await new BatchStore(transaction).begin();
      if ((await transaction.query(ERASE_SOURCE, [sourceId])).length === 0) return false;
      await transaction.query(RAISE_BATCH, [version]);
      return true;
    });
  }

  /** Lets a feed bring a listing again. False where nothing kept it out. */
  async readmit({ domain, externalId }: ListingName): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_KEPT_OUT, [domain, externalId]);
      const [row] = await transaction.query<{ count: number }>(READMIT, [domain, externalId]);
      return row!.count > 0;
    });
  }
}

/** Which of these listings were erased and are to stay away. */
export async function keptOut(database: Queryable, names: readonly ListingName[]): Promise<ListingName[]> {
  return database.query<ListingName>(SELECT_KEPT_OUT, [
    names.map(({ domain }) => domain),
    names.map(({ externalId }) => externalId),
  ]);
}

/**
 * Removes listings from the store, and those of the properties that they leave without any; `staysAway`: no feed brings
 * them back. In a transaction that has the ingest lock and has written what the properties are without them. What
 * their events still say is removed by `EventErasureStore`.
 */
export async function eraseRows(
  transaction: Transaction,
  listingIds: readonly string[],
  propertyIds: readonly string[],
  staysAway: boolean,
): Promise<{ listings: number; properties: number }> {
  await transaction.query(LOCK_LISTINGS, [listingIds]);
  await transaction.query(CLOSE_CHAINS, [listingIds]);
  const [listings] = await transaction.query<{ count: number }>(ERASE_LISTINGS, [listingIds, staysAway]);
  const [properties] = await transaction.query<{ count: number }>(ERASE_EMPTY_PROPERTIES, [propertyIds]);
  return { listings: listings!.count, properties: properties!.count };
}
