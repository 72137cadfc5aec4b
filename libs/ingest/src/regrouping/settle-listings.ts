import { BatchStore, RegroupReader, writeBatch } from '@gable/persistence/listings';
import type { Database } from '@gable/persistence';
import { settleProperties } from './settle-properties.js';

/** What one pass makes possible, the next one does; more is left to `gable regroup`. */
const MOST_PASSES = 5;

/**
 * Puts the properties of these listings in line with their evidence at once, as `gable regroup` would: what holds them
 * is gone. Every pass is a transaction under the ingest lock, so that killed in between it leaves whole properties.
 */
export async function settleListings(database: Database, listingIds: readonly string[]): Promise<void> {
  for (let pass = 0; pass < MOST_PASSES; pass += 1) if (!(await settleOnce(database, listingIds))) return;
}

/** False where there was nothing to do. */
async function settleOnce(database: Database, listingIds: readonly string[]): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const batch = await new BatchStore(transaction).begin();
    const reader = new RegroupReader(transaction);
    const members = await reader.members(listingIds);
    const propertyIds = [...new Set(members.map(({ propertyId }) => propertyId))];
    const { set, steps } = await settleProperties(reader, propertyIds, batch.now);
    if (steps.size === 0) return false;
    await writeBatch(transaction, set.result(await reader.properties(set.touchedStoredProperties())), batch);
    return true;
  });
}
