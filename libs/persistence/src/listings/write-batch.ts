import type { Transaction } from '../database.js';
import { followMerges } from '../properties/favorite-store.js';
import { INDEX_DIRTY, LISTING, LISTING_BLOCK, LISTING_CHANGE, LISTING_REVISION, PROPERTY } from './copied-tables.js';
import { copyRows, type EncodedRows } from './copy-rows.js';
import { MARKET_EVENT } from './market-event-columns.js';
import type { BatchRows, PropertyRow } from './rows.js';

/**
 * Writes a batch: facts (listings, revisions, properties) and their consequences (changes for the matcher, market events, the dirty set of the
 * index) in the caller's transaction. Listings that exist already are deleted and written anew: an update would touch every index all the same,
 * since what ingest changes is what is indexed.
 */
export async function writeBatch(transaction: Transaction, rows: BatchRows, now: Date): Promise<void> {
  const encoded = encodeBatch(rows, now); // all of it first, so that the database is not kept waiting between the tables
  await updateStored(transaction, rows, now);
  for (const table of encoded) await copyRows(transaction, table);
  await followMerges(
    transaction,
    rows.properties.flatMap(({ id, mergedInto }) =>
      mergedInto === null ? [] : [{ propertyId: id, survivorId: mergedInto }],
    ),
  );
}

function encodeBatch(
  { properties, listings, revisions, blocks, changes, events }: BatchRows,
  now: Date,
): EncodedRows[] {
  const made = properties.filter(({ isNew }) => isNew);
  const keys = blocks.flatMap(({ listingId, added }) => added.map((key) => ({ key, listingId })));
  return [
    PROPERTY.encode(made, now),
    INDEX_DIRTY.encode(made, now),
    LISTING.encode(listings, now),
    LISTING_REVISION.encode(revisions, now),
    LISTING_BLOCK.encode(keys, now),
    LISTING_CHANGE.encode(changes, now),
    MARKET_EVENT.encode(events, now),
  ];
}

/** Everything about rows that are there already. */
async function updateStored(
  transaction: Transaction,
  { properties, replacedListingIds, blocks, moved, observed }: BatchRows,
  now: Date,
): Promise<void> {
  await updateProperties(
    transaction,
    properties.filter(({ isNew }) => !isNew),
    now,
  );
  if (replacedListingIds.length > 0)
    await transaction.query('delete from listing where id = any($1::uuid[])', [replacedListingIds]);
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
    await transaction.query(MOVE_INSTANTS, [
      observed.map(({ listingId }) => listingId),
      observed.map(({ observedAt }) => new Date(observedAt)),
    ]);
  }
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
  ]);
  await transaction.query(MARK_DIRTY, [column(({ id }) => id), column(({ revision }) => revision)]);
}

const UPDATE_PROPERTIES = `
  update property set
    updated_at = $2, min_price = new.min_price, max_price = new.max_price, max_area = new.max_area, min_price_per_area = new.min_price_per_area,
    online_count = new.online_count, revision = new.revision, merged_into = new.merged_into
  from unnest($1::uuid[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::int[], $8::bigint[], $9::uuid[])
    as new(id, min_price, max_price, max_area, min_price_per_area, online_count, revision, merged_into)
  where property.id = new.id`;

// A worker may be indexing the revision before: its lease ends, and the wait begins anew. In the order of ids, as `MarkStore.mark`: two of them never wait for each other.
const MARK_DIRTY = `
  insert into index_dirty (property_id, revision_id) select * from unnest($1::uuid[], $2::bigint[]) order by 1
  on conflict (property_id) do update set revision_id = excluded.revision_id, leased_until = '-infinity',
    marked_at = case when index_dirty.leased_until > clock_timestamp() then excluded.marked_at else index_dirty.marked_at end`;

const DELETE_BLOCKS = `
  delete from listing_block using unnest($1::bigint[], $2::uuid[]) as gone(block_key, listing_id)
  where listing_block.block_key = gone.block_key and listing_block.listing_id = gone.listing_id`;

const MOVE_INSTANTS = `
  update listing set observed_at = seen.observed_at from unnest($1::uuid[], $2::timestamptz[]) as seen(id, observed_at) where listing.id = seen.id`;

const MOVE_LISTINGS = `
  update listing set property_id = moved.property_id,
    grouping_score = case when moved.explained then moved.score else grouping_score end,
    grouping_reasons = case when moved.explained then moved.reasons else grouping_reasons end
  from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::real[], $5::jsonb[]) as moved(id, property_id, explained, score, reasons) where listing.id = moved.id`;
