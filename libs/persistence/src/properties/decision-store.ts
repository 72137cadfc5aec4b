import type { Tie } from '@gable/domain/grouping';
import type { Queryable } from '../database/database.js';
import {
  DELETE_TIES,
  INSERT_DECISION,
  INSERT_TIES,
  SELECT_CONTRADICTION,
  SELECT_DECISION,
  SELECT_DECISIONS,
  SELECT_LISTINGS_OF,
  SELECT_SURVIVORS,
  SELECT_TIES_BETWEEN,
  WITHDRAW_DECISION,
} from './statements/decisions.js';

/** What somebody decided about properties, with its whole history. */
export interface GroupingDecision {
  id: string;
  kind: 'MERGE' | 'SPLIT';
  decidedBy: string;
  decidedAt: Date;
  reason: string | null;
  /** Of a merge those put together, the survivor first; of a split the property that was cut, then the new one. */
  propertyIds: readonly string[];
  /** Of a merge all listings of the home; of a split those that left. */
  listingIds: readonly string[];
  /** Null while the decision stands. */
  withdrawnBy: string | null;
  withdrawnAt: Date | null;
  withdrawnReason: string | null;
}

/** A standing decision that asks the opposite of what is to be decided, about these two listings. */
export interface Contradiction {
  decision: GroupingDecision;
  listingId: string;
  otherId: string;
}

/** A listing of a property, as a decision sees it. */
export interface LockedListing {
  id: string;
  propertyId: string;
}

/** Manual decisions about grouping: their audit trail, and the ties between listings that the machine obeys. */
export class DecisionStore {
  constructor(private readonly database: Queryable) {}

  /** The property that each of these is now: itself, or the one it was merged into. Unknown ones are left out. */
  async survivorsOf(propertyIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ asked: string; id: string }>(SELECT_SURVIVORS, [propertyIds]);
    return new Map(rows.map(({ asked, id }) => [asked, id]));
  }

  /** All listings of these properties, online or not, oldest first. */
  async listingsOf(propertyIds: readonly string[]): Promise<LockedListing[]> {
    return this.database.query<LockedListing>(SELECT_LISTINGS_OF, [propertyIds]);
  }

  /**
   * A standing decision by which one of these listings is together with (or apart from) one of the others; null where
   * there is none.
   */
  async contradiction(
    listingIds: readonly string[],
    otherIds: readonly string[],
    together: boolean,
  ): Promise<Contradiction | null> {
    const [row] = await this.database.query<GroupingDecision & { listingId: string; otherId: string }>(
      SELECT_CONTRADICTION,
      [listingIds, otherIds, together],
    );
    if (!row) return null;
    const { listingId, otherId, ...decision } = row;
    return { decision, listingId, otherId };
  }

  /** Writes a decision down with the ties it makes. */
  async record(
    decision: Omit<GroupingDecision, 'withdrawnBy' | 'withdrawnAt' | 'withdrawnReason'>,
    ties: readonly Tie[],
  ): Promise<void> {
    const { id, kind, decidedBy, decidedAt, reason, propertyIds, listingIds } = decision;
    await this.database.query(INSERT_DECISION, [id, kind, decidedBy, decidedAt, reason, propertyIds, listingIds]);
    await this.database.query(INSERT_TIES, [
      id,
      ties.map(({ listingId }) => listingId),
      ties.map(({ otherId }) => otherId),
      ties.map(({ together }) => together),
    ]);
  }

  /** Takes a decision back: its ties go, its row stays. False where there is no such decision that stands. */
  async withdraw(id: string, { by, reason }: { by: string; reason: string | null }, now: Date): Promise<boolean> {
    const taken = await this.database.query(WITHDRAW_DECISION, [id, by, now, reason]);
    if (taken.length === 0) return false;
    await this.database.query(DELETE_TIES, [id]);
    return true;
  }

  /** A decision, also one that was taken back; null where there is none. */
  async find(id: string): Promise<GroupingDecision | null> {
    return (await this.database.query<GroupingDecision>(SELECT_DECISION, [id]))[0] ?? null;
  }

  /**
   * Every decision about these listings, or (null) all there are; newest first. Of those that were taken back also the
   * splits of the properties that they are.
   */
  async list(listingIds: readonly string[] | null, limit: number): Promise<GroupingDecision[]> {
    return this.database.query<GroupingDecision>(SELECT_DECISIONS, [listingIds, limit]);
  }

  /** The ties between these listings, each once. */
  async tiesBetween(listingIds: readonly string[]): Promise<Tie[]> {
    return this.database.query<Tie>(SELECT_TIES_BETWEEN, [listingIds]);
  }
}
