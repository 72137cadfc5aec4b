import type { WorkloadChange } from '@gable/alert-index/testing';
import type { Listing } from '@gable/domain/listing';
import { newId, type Database } from '@gable/persistence';
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

/**
 * Commits changes of listings that nobody has seen yet, with the rows that ingest writes for the matcher and in its
 * way.
 */
export async function commitChanges(database: Database, changes: readonly WorkloadChange[]): Promise<CommittedBatch> {
  let batch: CommittedBatch;
  await database.transaction(async (transaction) => {
    const begun = await new BatchStore(transaction).begin();
    await writeBatch(transaction, batchOf(changes, begun.now.getTime()), begun);
    const [last] = await transaction.query<{ id: number }>('select max(id) as id from listing_change');
    batch = { lastChange: last!.id, committedAt: performance.now(), changes: changes.length };
  });
  return batch!;
}

function batchOf(changes: readonly WorkloadChange[], observedAt: number): BatchRows {
  const rows: Pick<BatchRows, 'revisions' | 'changes'> = { revisions: [], changes: [] };
  for (const { before, after } of changes) {
    const [listingId, propertyId] = [newId(new Date()), newId(new Date())];
    const revision = (revisionId: number, online: boolean, state: Listing) =>
      rows.revisions.push({ listingId, revisionId, online, observedAt, state });
    if (before !== null) revision(1, true, before);
    const revisionId = before === null ? 1 : 2;
    revision(revisionId, after !== null, (after ?? before)!);
    rows.changes.push({
      listingId,
      propertyId,
      revisionId,
      previousPropertyId: before === null ? null : propertyId,
      siblings: [],
      offlineSiblingIds: [],
    });
  }
  return {
    ...rows,
    states: [],
    tracedStates: [],
    sources: [],
    sourceChanges: [],
    listings: [],
    replacedListingIds: [],
    blocks: [],
    events: [],
    properties: [],
    moved: [],
    observed: [],
  };
}
