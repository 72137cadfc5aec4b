import type { KnownListing, Listing, ListingPast } from '@gable/domain/listing';
import type { Queryable } from '../../database/database.js';
import { knownListing } from '../../listings/known-listing.js';
import type { ChangeStates, StoredState, ConsumedChange } from './consumer-rows.js';
import { READ_NEXT_CHANGES, SELECT_SIBLINGS, SELECT_STATES } from '../statements/changes.js';

/** Changes in their order, and what is known of those that are not among them. */
export interface ChangeBatch {
  readonly changes: ConsumedChange[];
  /**
   * Changes that were not to be seen by now, because not committed or behind the fence, have this xid or a later one.
   */
  readonly horizon: number;
}

/** Which changes to read: those after one id and up to another. */
export interface ChangeRange {
  readonly after: number;
  readonly through: number;
  readonly limit: number;
}

/** Reads the changes that are consumed. Nothing here locks or waits. */
export class ChangeReader {
  constructor(private readonly database: Queryable) {}

  /**
   * The next changes by id, fenced: none is passed over that may still be committed with a lower id. The same statement
   * notes the range as under way by this worker (match_inflight), before anybody looks at a state: a change that kills
   * its worker leaves no other trace. Where changes from `underWayFrom` on are still under way, the note begins there.
   * The note stays until the next one, or until nothing is left to be read.
   */
  async next(
    workerId: number,
    { after, through, limit }: ChangeRange,
    underWayFrom: number | null = null,
  ): Promise<ChangeBatch> {
    const rows = await this.database.query<Partial<ConsumedChange> & { horizon: number }>(READ_NEXT_CHANGES, [
      after,
      through,
      limit,
      workerId,
      underWayFrom,
    ]);
    const { horizon } = rows[0]!;
    return { changes: rows.filter((row) => row.id !== null) as ConsumedChange[], horizon: Number(horizon) };
  }

  /** The states around each change, in the order of the changes. */
  async states(changes: readonly ConsumedChange[]): Promise<ChangeStates[]> {
    if (changes.length === 0) return [];
    const rows = await this.database.query<StatesRow>(SELECT_STATES, [
      changes.map(({ listingId }) => listingId),
      changes.map(({ revisionId }) => revisionId),
      changes.map(({ previousPropertyId }) => previousPropertyId !== null),
    ]);
    return rows.map((row) => ({
      before: stateOf(row.before_online, row.before_state, row.before_past, row.source_id),
      after: stateOf(row.after_online, row.after_state, row.after_past, row.source_id),
      isErased: row.source_id === null,
    }));
  }

  /** The siblings of each change as they were at its commit, in the order of the changes. */
  async siblings(changes: readonly ConsumedChange[]): Promise<KnownListing[][]> {
    const found: KnownListing[][] = changes.map(() => []);
    const named = changes.flatMap(({ siblingIds, siblingRevisions }, place) =>
      siblingIds.map((id, i) => ({ place, id, revision: siblingRevisions[i]! })),
    );
    if (named.length === 0) return found;
    const rows = await this.database.query<SiblingRow>(SELECT_SIBLINGS, [
      named.map(({ place }) => place),
      named.map(({ id }) => id),
      named.map(({ revision }) => revision),
    ]);
    for (const row of rows) found[row.place]!.push(knownListing(row));
    return found;
  }
}

interface SiblingRow {
  place: number;
  state: Listing;
  past: ListingPast | null;
  source_id: string | null;
}

interface StatesRow {
  source_id: string | null;
  before_online: boolean | null;
  before_state: Listing | null;
  before_past: ListingPast | null;
  after_online: boolean | null;
  after_state: Listing | null;
  after_past: ListingPast | null;
}

function stateOf(
  online: boolean | null,
  state: Listing | null,
  past: ListingPast | null,
  source_id: string | null,
): StoredState | null {
  return online === null || state === null ? null : { online, listing: knownListing({ state, past, source_id }) };
}
