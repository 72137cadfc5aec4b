import { groupBy } from '@gable/domain';
import { diffListings, type AttributeChange } from '@gable/domain/listing';
import type { ListingView } from '@gable/domain/property';
import type { Queryable } from '../database/database.js';
import { isoOf } from '../records/utc-text.js';
import { viewStates, type ShownState } from '../records/shown-state.js';
import { shareEntries } from './share-entries.js';
import { SELECT_HISTORY, SELECT_REVISION_RANGES } from './statements/properties.js';

/** What one state of a listing changed. `revisionId` rises by one per state, from 1. */
export interface ListingHistoryEntry {
  revisionId: number;
  status: 'ONLINE' | 'OFFLINE';
  /** When the source saw the state. */
  observedAt: string;
  /** When it was ingested. */
  recordedAt: string;
  /** Against the state before; empty for the first. */
  changes: AttributeChange[];
}

/** What happened to one listing of a property. */
export interface ListingHistory {
  listingId: string;
  dataProvider: string;
  /** As it is now, online or not. */
  listing: ListingView;
  /** How many states before `entries` are left out. */
  earlierEntries: number;
  /** Oldest first. */
  entries: ListingHistoryEntry[];
}

/** States that a history tells of all listings of a property: beyond it `ListingStore.revisions` has them, by pages. */
const MOST_ENTRIES = 1_000;

/**
 * What happened to each listing of the property, the newest MOST_ENTRIES changes of all; null when there is no such
 * property.
 */
export async function readHistory(database: Queryable, propertyId: string): Promise<ListingHistory[] | null> {
  const ranges = await database.query<RevisionRange>(SELECT_REVISION_RANGES, [propertyId]);
  if (ranges.length === 0) return null;
  const counts = ranges.map(({ newest, gone }) => newest - gone);
  const shares = shareEntries(counts, MOST_ENTRIES);
  const earlier = new Map(ranges.map(({ listingId }, n) => [listingId, counts[n]! - shares[n]!]));
  // The state before the first one that is told says what that changed.
  const since = ranges.map(({ newest }, n) => newest - shares[n]!);
  const rows = await database.query<RevisionRow>(SELECT_HISTORY, [ranges.map(({ listingId }) => listingId), since]);
  const histories = [...groupBy(rows, ({ listing_id }) => listing_id)];
  const current = await viewStates(
    database,
    histories.map(([, revisions]) => revisions.at(-1)!),
  );
  return histories.map(([listingId, revisions], i) => {
    const earlierEntries = earlier.get(listingId)!;
    const entries = revisions.map((revision, n) => historyEntry(revision, revisions[n - 1]));
    return {
      listingId,
      dataProvider: revisions[0]!.source_name,
      listing: current[i]!,
      earlierEntries,
      entries: earlierEntries > 0 ? entries.slice(1) : entries,
    };
  });
}

interface RevisionRange {
  listingId: string;
  newest: number;
  gone: number;
}

interface RevisionRow extends ShownState {
  revision_id: number;
  online: boolean;
  observed_at: Date;
}

function historyEntry(
  { revision_id, online, observed_at, recorded_at, state }: RevisionRow,
  before: RevisionRow | undefined,
): ListingHistoryEntry {
  return {
    revisionId: revision_id,
    status: online ? 'ONLINE' : 'OFFLINE',
    observedAt: observed_at.toISOString(),
    recordedAt: isoOf(recorded_at),
    changes: before ? diffListings(before.state, state) : [],
  };
}
