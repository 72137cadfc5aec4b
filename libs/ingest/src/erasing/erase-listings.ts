import type { Database } from '@gable/persistence';
import { eraseRows, EventErasureStore } from '@gable/persistence/erasure';
import { BatchStore, writeBatch } from '@gable/persistence/listings';
import { setTimeout as sleep } from 'node:timers/promises';
import { Neighbourhood } from '../applying/neighbourhood.js';
import { WorkingSet } from '../applying/working-set.js';

/** Listings of one transaction: ingest waits for it. */
const PORTION = 200;
const LOOK_AGAIN_MS = 100;

/** What was erased so far. */
export interface Erased {
  listings: number;
  /** Properties that had no other listing. */
  properties: number;
  /** Alert events about the listings. */
  events: number;
  /** Deliveries that carried nothing else, sent or not. */
  deliveries: number;
}

/** How an erasure is done. */
export interface EraseOptions {
  /** No feed brings the listings back. */
  staysAway: boolean;
  onProgress?: (erased: Readonly<Erased>) => void;
  /** Stops between two portions: what is left is done by the next erasure. */
  signal?: AbortSignal;
}

/** What nothing was erased of. */
export function nothingErased(): Erased {
  return { listings: 0, properties: 0, events: 0, deliveries: 0 };
}

/**
 * Removes listings and every state of them, and sums their properties up without them; a property that is left without
 * any goes, with what favours it. Alerts are not told. What events say of them stays until `eraseEvents`.
 */
export async function eraseListings(
  database: Database,
  listingIds: readonly string[],
  erased: Erased,
  { staysAway, onProgress, signal }: EraseOptions,
): Promise<void> {
  for (let at = 0; at < listingIds.length; at += PORTION) {
    signal?.throwIfAborted();
    const done = await erasePortion(database, listingIds.slice(at, at + PORTION), staysAway);
    erased.listings += done.listings;
    erased.properties += done.properties;
    onProgress?.(erased);
  }
}

/**
 * Removes what alerts, deliveries and analytics say of erased listings, of those too whose erasure was cut short. When
 * it ends, nothing about them is left to be sent: it waits for what is being matched or sent.
 */
export async function eraseEvents(
  database: Database,
  erased: Erased,
  { onProgress, signal }: Pick<EraseOptions, 'onProgress' | 'signal'>,
): Promise<void> {
  const store = new EventErasureStore(database);
  for (;;) {
    signal?.throwIfAborted();
    const { events, deliveries, state } = await store.step();
    erased.events += events;
    erased.deliveries += deliveries;
    onProgress?.(erased);
    if (state === 'DONE') return;
    if (state === 'WAITS') await sleep(LOOK_AGAIN_MS);
  }
}

/** Under the ingest lock, whole or not at all. */
async function erasePortion(
  database: Database,
  listingIds: readonly string[],
  staysAway: boolean,
): Promise<Pick<Erased, 'listings' | 'properties'>> {
  return database.transaction(async (transaction) => {
    const store = new BatchStore(transaction);
    const batch = await store.begin();
    const neighbourhood = new Neighbourhood();
    neighbourhood.begin(batch.version);
    await neighbourhood.load(store, new Set(), listingIds);
    const set = new WorkingSet(batch.now, neighbourhood);
    set.remove(listingIds);
    const properties = set.touchedStoredProperties();
    await writeBatch(transaction, set.result(await store.properties(properties)), batch);
    return eraseRows(transaction, listingIds, properties, staysAway);
  });
}
