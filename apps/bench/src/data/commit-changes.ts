import type { WorkloadChange } from '@gable/alert-index/testing';
import { tracePast, type Listing, type ListingPast } from '@gable/domain/listing';
import { announce, newId, type Database } from '@gable/persistence';
import { BatchStore, writeBatch, type BatchRows } from '@gable/persistence/listings';

/** One transaction of changes and the place of its last one. */
export interface CommittedBatch {
  readonly lastChange: number;
  /**
   * Just before the commit was sent, on the clock of `performance.now()`: what is measured from here is never too
   * short.
   */
  readonly committedAt: number;
  readonly changes: number;
}

/** Where all listings of a bench come from. */
const SOURCE = {
  id: '00000000-0000-4000-8000-0000000000b5',
  domain: 'changes.example.com',
  name: 'Changes of a bench',
} as const;

/**
 * Commits changes of listings that nobody has seen yet, with the rows that ingest writes of listings and for the
 * matcher, in its way. A change of a listing that is not stored is that of an erased one: no alert is asked about it.
 */
export async function commitChanges(database: Database, changes: readonly WorkloadChange[]): Promise<CommittedBatch> {
  let batch: CommittedBatch;
  await database.transaction(async (transaction) => {
    const begun = await new BatchStore(transaction).begin();
    await writeBatch(transaction, batchOf(changes, begun.now), begun);
    const [last] = await transaction.query<{ id: number }>('select max(id) as id from listing_change');
    batch = { lastChange: last!.id, committedAt: performance.now(), changes: changes.length };
  });
  announce(database, 'changes');
  return batch!;
}

function batchOf(changes: readonly WorkloadChange[], now: Date): BatchRows {
  const rows: ChangedRows = { listings: [], revisions: [], states: [], changes: [] };
  for (const change of changes) addChange(rows, change, now);
  return {
    ...rows,
    tracedStates: [],
    sources: [SOURCE],
    sourceChanges: [],
    replacedListingIds: [],
    blocks: [],
    events: [],
    properties: [],
    moved: [],
    observed: [],
  };
}

type ChangedRows = Pick<BatchRows, 'listings' | 'revisions' | 'states' | 'changes'>;

function addChange(rows: ChangedRows, { before, after }: WorkloadChange, now: Date): void {
  const [listingId, propertyId] = [newId(now), newId(now)];
  const observedAt = now.getTime();
  const states = (before === null ? [] : [{ online: true, listing: before, observedAt }]).concat({
    online: after !== null,
    listing: (after ?? before)!,
    observedAt,
  });
  const pasts = tracePast(states);
  states.forEach(({ online, listing: state }, place) => {
    const revision = { listingId, revisionId: place + 1, state };
    rows.revisions.push({ ...revision, online, observedAt });
    rows.states.push({ ...revision, sourceId: SOURCE.id, past: pasts[place]! });
  });
  rows.listings.push(listingOf(listingId, propertyId, states, pasts.at(-1)!, now));
  rows.changes.push({
    listingId,
    propertyId,
    revisionId: states.length,
    previousPropertyId: before === null ? null : propertyId,
    siblings: [],
    offlineSiblingIds: [],
  });
}

function listingOf(
  id: string,
  propertyId: string,
  states: readonly { online: boolean; listing: Listing; observedAt: number }[],
  past: ListingPast,
  now: Date,
): BatchRows['listings'][number] {
  const { online, listing, observedAt } = states.at(-1)!;
  return {
    id,
    sourceId: SOURCE.id,
    externalId: id,
    propertyId,
    revisionId: states.length,
    online,
    observedAt,
    lastEventAt: observedAt,
    contentHash: Buffer.alloc(32),
    createdAt: now,
    updatedAt: now,
    isPlaced: true,
    divisionCount: listing.location?.divisionIds?.length ?? 0,
    groupingScore: null,
    groupingReasons: null,
    state: listing,
    past,
  };
}
