import type { Tie } from '@gable/domain/grouping';
import type { Queryable } from '../database.js';

/** What somebody decided about properties, with its whole history. */
export interface GroupingDecision {
  id: string;
  kind: 'MERGE' | 'SPLIT';
  decidedBy: string;
  decidedAt: Date;
  reason: string | null;
  /** Of a merge those put together, the survivor first; of a split the property that was cut, then the new one. */
  propertyIds: string[];
  /** Of a merge all listings of the home; of a split those that left. */
  listingIds: string[];
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
    return this.database.query<LockedListing>(
      'select id, property_id as "propertyId" from listing where property_id = any($1::uuid[]) order by id',
      [propertyIds],
    );
  }

  /** A standing decision by which one of these listings is together with (or apart from) one of the others; null where there is none. */
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
    const taken = await this.database.query(WITHDRAW, [id, by, now, reason]);
    if (taken.length === 0) return false;
    await this.database.query('delete from grouping_tie where decision_id = $1', [id]);
    return true;
  }

  /** Every decision that names one of these listings, or (null) all there are; newest first. */
  async list(listingIds: readonly string[] | null, limit: number): Promise<GroupingDecision[]> {
    return this.database.query<GroupingDecision>(
      `
      select ${DECISION} from grouping_decision decision where $1::uuid[] is null or decision.listing_ids && $1::uuid[]
        or decision.id in (select decision_id from grouping_tie where listing_id = any($1::uuid[]))
      order by decision.id desc limit $2`,
      [listingIds, limit],
    );
  }

  /** The ties between these listings, each once. */
  async tiesBetween(listingIds: readonly string[]): Promise<Tie[]> {
    return this.database.query<Tie>(
      `
      select distinct listing_id as "listingId", other_id as "otherId", together from grouping_tie
      where listing_id = any($1::uuid[]) and other_id = any($1::uuid[]) and listing_id < other_id`,
      [listingIds],
    );
  }
}

const DECISION = `decision.id, decision.kind, decision.decided_by as "decidedBy", decision.decided_at as "decidedAt", decision.reason,
  decision.property_ids as "propertyIds", decision.listing_ids as "listingIds", decision.withdrawn_by as "withdrawnBy",
  decision.withdrawn_at as "withdrawnAt", decision.withdrawn_reason as "withdrawnReason"`;

const SELECT_SURVIVORS = `
  with recursive trail(asked, id, merged_into) as (
    select id, id, merged_into from property where id = any($1::uuid[])
    union -- drops repeats, so that a loop ends
    select trail.asked, property.id, property.merged_into from trail join property on property.id = trail.merged_into
  )
  select asked, id from trail where merged_into is null`;

const SELECT_CONTRADICTION = `
  select ${DECISION}, tie.listing_id as "listingId", tie.other_id as "otherId"
  from grouping_tie tie join grouping_decision decision on decision.id = tie.decision_id
  where tie.listing_id = any($1::uuid[]) and tie.other_id = any($2::uuid[]) and tie.together = $3
  order by decision.id desc limit 1`;

const INSERT_DECISION = `
  insert into grouping_decision (id, kind, decided_by, decided_at, reason, property_ids, listing_ids) values ($1, $2, $3, $4, $5, $6, $7)`;

const INSERT_TIES = `
  insert into grouping_tie (decision_id, listing_id, other_id, together)
  select $1::uuid, one, other, together from unnest($2::uuid[], $3::uuid[], $4::boolean[]) as tie(one, other, together)
  union all
  select $1::uuid, other, one, together from unnest($2::uuid[], $3::uuid[], $4::boolean[]) as tie(one, other, together)`;

const WITHDRAW = `
  update grouping_decision set withdrawn_by = $2, withdrawn_at = $3, withdrawn_reason = $4 where id = $1 and withdrawn_at is null returning id`;
