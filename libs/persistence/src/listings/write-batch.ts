import { plainText } from '@gable/domain';
import type { Transaction } from '../database/database.js';
import { followMerges } from '../properties/favorite-store.js';
import {
  FORMER_LISTING,
  INDEX_DIRTY,
  LISTING,
  LISTING_BLOCK,
  LISTING_CHANGE,
  LISTING_REVISION,
  LISTING_STATE,
  PHRASE_SIGNATURE,
  PROPERTY,
} from './copied-tables.js';
import { copyRows, type EncodedRows } from './copy-rows.js';
import { insertFormer, insertStates } from './derivation-store.js';
import { foldedTextOfRow } from './listing-columns.js';
import { MARKET_EVENT } from './market-event-columns.js';
import { writeSignatures } from '../phrases/write-signatures.js';
import type { Batch, BatchRows, NamedSource, PropertyRow, SourceChange, StateRow, StoredListing } from './rows.js';
import {
  ADD_TO_SOURCES,
  DELETE_BLOCKS,
  MARK_DIRTY,
  MOVE_INSTANTS,
  MOVE_INSTANTS_WIDE,
  MOVE_LISTINGS,
  RAISE_BATCH,
  REPLACE_LISTINGS,
  SELECT_KNOWS_NO_SIGHTINGS,
  UPDATE_PROPERTIES,
  UPSERT_SOURCES,
} from './statements/write-batch.js';

/**
 * Somebody wrote to the store without the ingest lock, or with that of an older release, while a batch was read. The
 * batch is to be read again: the code is that of a conflict between transactions.
 */
export class IngestOvertaken extends Error {
  override readonly name = 'IngestOvertaken';
  readonly code = '40001';
}

/**
 * Writes a batch: facts (listings, revisions, properties) and their consequences (changes for the matcher, market
 * events, the dirty set of the index) in the caller's transaction. Only now does the transaction get an id, which holds
 * up the matcher until it ends: everything that is to be read is read before. Listings that exist already are deleted
 * and written anew: an update would touch every index all the same, since what ingest changes is what is indexed.
 */
export async function writeBatch(transaction: Transaction, rows: BatchRows, { version, now }: Batch): Promise<void> {
  const encoded = encodeBatch(rows, now); // all first, so that the database does not wait between the tables
  if ((await transaction.query(RAISE_BATCH, [version])).length === 0)
    throw new IngestOvertaken(`Batch ${version} was overtaken by another.`);
  await writeSources(transaction, rows.sources, now);
  await addToSources(transaction, rows.sourceChanges);
  await updateStored(transaction, rows, now);
  await copyRows(transaction, encoded);
  await insertStates(transaction, rows.tracedStates);
  const replaced = new Set(rows.replacedListingIds);
  await insertFormer(
    transaction,
    rows.tracedStates.filter(({ listingId }) => replaced.has(listingId)),
  );
  await followMerges(
    transaction,
    rows.properties.flatMap(({ id, mergedInto }) =>
      mergedInto === null ? [] : [{ propertyId: id, survivorId: mergedInto }],
    ),
  );
}

async function writeSources(transaction: Transaction, sources: readonly NamedSource[], now: Date): Promise<void> {
  if (sources.length === 0) return;
  const ids = sources.map(({ id }) => id);
  const written = await transaction.query<{ id: string }>(UPSERT_SOURCES, [
    ids,
    sources.map(({ domain }) => domain),
    sources.map(({ name }) => name),
    sources.map(({ name }) => plainText(name)),
    now,
  ]);
  if (written.some(({ id }) => !ids.includes(id))) throw new IngestOvertaken('A source was written by somebody else.');
}

async function addToSources(transaction: Transaction, changes: readonly SourceChange[]): Promise<void> {
  if (changes.length === 0) return;
  await transaction.query(ADD_TO_SOURCES, [
    changes.map(({ sourceId }) => sourceId),
    changes.map(({ online }) => online),
    changes.map(({ lastObservedAt }) => new Date(lastObservedAt)),
  ]);
}

function encodeBatch(
  { properties, listings, replacedListingIds, revisions, states, blocks, changes, events }: BatchRows,
  now: Date,
): EncodedRows[] {
  const made = properties.filter(({ isNew }) => isNew);
  const replaced = new Set(replacedListingIds);
  const keys = blocks.flatMap(({ listingId, added }) => added.map((key) => ({ key, listingId })));
  return [
    PROPERTY.encode(made, now),
    INDEX_DIRTY.encode(made, now),
    LISTING.encode(listings, now),
    PHRASE_SIGNATURE.encode(
      listings.filter(({ id }) => !replaced.has(id)),
      now,
    ),
    LISTING_REVISION.encode(revisions, now),
    LISTING_STATE.encode(states, now),
    FORMER_LISTING.encode(replacedWithin(states, listings), now),
    LISTING_BLOCK.encode(keys, now),
    LISTING_CHANGE.encode(changes, now),
    MARKET_EVENT.encode(events, now),
  ];
}

/** States that a later one of the same batch has replaced. */
function replacedWithin(states: readonly StateRow[], listings: readonly StoredListing[]): StateRow[] {
  if (states.length === listings.length) return [];
  const newest = new Map(listings.map(({ id, revisionId }) => [id, revisionId]));
  return states.filter(({ listingId, revisionId }) => revisionId !== newest.get(listingId));
}

/** Everything about rows that are there already. */
async function updateStored(
  transaction: Transaction,
  { properties, listings, replacedListingIds, blocks, moved, observed }: BatchRows,
  now: Date,
): Promise<void> {
  await updateProperties(
    transaction,
    properties.filter(({ isNew }) => !isNew),
    now,
  );
  if (replacedListingIds.length > 0) await replaceListings(transaction, replacedListingIds, listings);
  const removed = blocks.flatMap(({ listingId, removed: keys }) => keys.map((key) => ({ key, listingId })));
  if (removed.length > 0)
    await transaction.query(DELETE_BLOCKS, [removed.map(({ key }) => key), removed.map(({ listingId }) => listingId)]);
  if (moved.length > 0) {
    await transaction.query(MOVE_LISTINGS, [
      moved.map(({ listingId }) => listingId),
      moved.map(({ propertyId }) => propertyId),
      moved.map(({ grouping }) => grouping !== undefined),
      moved.map(({ grouping }) => grouping?.score ?? null),
      moved.map(({ grouping }) => (grouping?.reasons ? JSON.stringify(grouping.reasons) : null)),
    ]);
  }
  if (observed.length > 0) {
    const [older] = await transaction.query<{ isBeside: boolean }>(SELECT_KNOWS_NO_SIGHTINGS);
    await transaction.query(older!.isBeside ? MOVE_INSTANTS_WIDE : MOVE_INSTANTS, [
      observed.map(({ listingId }) => listingId),
      observed.map(({ observedAt }) => new Date(observedAt)),
    ]);
  }
}

/** Takes them away before they are written anew, and signs the texts of those that say something else now. */
async function replaceListings(
  transaction: Transaction,
  replacedIds: readonly string[],
  listings: readonly StoredListing[],
): Promise<void> {
  const gone = await transaction.query<{ id: string; foldedText: string }>(REPLACE_LISTINGS, [replacedIds]);
  const signed = new Map(gone.map(({ id, foldedText }) => [id, foldedText]));
  const replaced = new Set(replacedIds);
  await writeSignatures(
    transaction,
    listings
      .filter((row) => replaced.has(row.id))
      .map((row) => ({ listingId: row.id, foldedText: foldedTextOfRow(row) }))
      .filter(({ listingId, foldedText }) => signed.get(listingId) !== foldedText),
  );
}

async function updateProperties(
  transaction: Transaction,
  properties: readonly PropertyRow[],
  now: Date,
): Promise<void> {
  if (properties.length === 0) return;
  const column = <T>(read: (property: PropertyRow) => T) => properties.map(read);
  await transaction.query(UPDATE_PROPERTIES, [
    column(({ id }) => id),
    now,
    column(({ minPrice }) => minPrice),
    column(({ maxPrice }) => maxPrice),
    column(({ maxArea }) => maxArea),
    column(({ minPricePerArea }) => minPricePerArea),
    column(({ onlineCount }) => onlineCount),
    column(({ revision }) => revision),
    column(({ mergedInto }) => mergedInto),
    column(({ lat }) => lat),
    column(({ lng }) => lng),
  ]);
  await transaction.query(MARK_DIRTY, [column(({ id }) => id), column(({ revision }) => revision)]);
}
