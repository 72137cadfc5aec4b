import type { Listing } from '@gable/domain/listing';
import type { Database } from '../../database.js';
import type { ChangeStates, StoredState, ConsumedChange } from './consumer-rows.js';

/** Changes in their order, and what is known of those that are not among them. */
export interface ChangeBatch {
  readonly changes: ConsumedChange[];
  /** Changes that were not to be seen by now, because not committed or behind the fence, have this xid or a later one. */
  readonly horizon: number;
  /** The database's clock. */
  readonly now: Date;
}

/** Which changes to read: those after one id and up to another. */
export interface ChangeRange {
  readonly after: number;
  readonly through: number;
  readonly limit: number;
}

/** Reads what the walk goes along. Nothing here locks or waits. */
export class ChangeReader {
  constructor(private readonly database: Database) {}

  /**
   * The next changes by id, fenced: none is passed over that may still be committed with a lower id. The same statement notes the range as under
   * way by this worker (match_inflight), before anybody looks at a state: a change that kills its worker leaves no other trace.
   */
  async next(workerId: number, { after, through, limit }: ChangeRange): Promise<ChangeBatch> {
    const rows = await this.database.query<Partial<ConsumedChange> & { horizon: number; now: Date }>(NEXT_CHANGES, [
      after,
      through,
      limit,
      workerId,
    ]);
    const { horizon, now } = rows[0]!;
    return { changes: rows.filter((row) => row.id !== null) as ConsumedChange[], horizon: Number(horizon), now };
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
      before: stateOf(row.before_online, row.before_state),
      after: stateOf(row.after_online, row.after_state),
    }));
  }

  /** The siblings of each change as they were at its commit, in the order of the changes. */
  async siblings(changes: readonly ConsumedChange[]): Promise<Listing[][]> {
    const found: Listing[][] = changes.map(() => []);
    const named = changes.flatMap(({ siblingIds, siblingRevisions }, place) =>
      siblingIds.map((id, i) => ({ place, id, revision: siblingRevisions[i]! })),
    );
    if (named.length === 0) return found;
    const rows = await this.database.query<{ place: number; state: Listing }>(SELECT_SIBLINGS, [
      named.map(({ place }) => place),
      named.map(({ id }) => id),
      named.map(({ revision }) => revision),
    ]);
    for (const { place, state } of rows) found[place]!.push(state);
    return found;
  }
}

// The note need not survive the server, only the worker: it does not wait for the disk.
const NEXT_CHANGES = `
  with moment as materialized (
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, date_trunc('milliseconds', clock_timestamp()) as now, set_config('synchronous_commit', 'off', true)
  ), batch as materialized (
    select id, listing_id as "listingId", property_id as "propertyId", revision_id as "revisionId", previous_property_id as "previousPropertyId",
      sibling_ids as "siblingIds", sibling_revisions as "siblingRevisions",
      coalesce(offline_sibling_ids, '{}') as "offlineSiblingIds", xid::text::bigint as xid, created_at as "createdAt"
    from listing_change
    where id > $1 and id <= $2 and xid < pg_snapshot_xmin(pg_current_snapshot()) order by id limit $3
  ), noted as (
    insert into match_inflight (worker_id, first_change, last_change) select $4, min(id), max(id) from batch having count(*) > 0
    on conflict (worker_id) do update set first_change = excluded.first_change, last_change = excluded.last_change
  )
  select moment.horizon, moment.now, batch.* from moment left join batch on true order by batch.id`;

const SELECT_STATES = `
  select before.online as before_online, before.state as before_state, after.online as after_online, after.state as after_state
  from unnest($1::uuid[], $2::int[], $3::boolean[]) with ordinality as named(listing_id, revision_id, was_known, place)
  left join listing_revision after on after.listing_id = named.listing_id and after.revision_id = named.revision_id
  left join listing_revision before on before.listing_id = named.listing_id and before.revision_id = named.revision_id - 1 and named.was_known
  order by named.place`;

const SELECT_SIBLINGS = `
  select named.place, sibling.state
  from unnest($1::int[], $2::uuid[], $3::int[]) as named(place, listing_id, revision_id)
  join listing_revision sibling on sibling.listing_id = named.listing_id and sibling.revision_id = named.revision_id`;

interface StatesRow {
  before_online: boolean | null;
  before_state: Listing | null;
  after_online: boolean | null;
  after_state: Listing | null;
}

function stateOf(online: boolean | null, listing: Listing | null): StoredState | null {
  return online === null || listing === null ? null : { online, listing };
}
