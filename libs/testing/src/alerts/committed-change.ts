import type { KnownListing } from '@gable/domain/listing';
import type { Queryable } from '@gable/persistence';

/** A listing as one revision has it. */
export interface RevisionState {
  readonly online: boolean;
  readonly listing: KnownListing;
}

/** A change as ingest committed it, with all the states it names. */
export interface CommittedChange {
  /** Its place in the order of commits: the id of its row. */
  readonly at: number;
  readonly listingId: string;
  readonly propertyId: string;
  readonly revisionId: number;
  /** Null for a listing seen for the first time. */
  readonly before: RevisionState | null;
  readonly after: RevisionState;
  /** Every other listing of the property at the commit, online or not. */
  readonly propertyListingIds: readonly string[];
  /** The other online listings of the property at the commit. */
  readonly siblings: readonly KnownListing[];
}

/**
 * Keeps every change for good, in the transaction that commits it: upkeep removes the rows that all shards have
 * consumed, and a proof needs them to the end.
 */
export async function keepChanges(database: Queryable): Promise<void> {
  for (const statement of KEEP_CHANGES) await database.query(statement);
}

/** Every change committed since `keepChanges`, in their order. */
export async function committedChanges(database: Queryable): Promise<CommittedChange[]> {
  const rows = await database.query<ChangeRecord>(SELECT_KEPT);
  return rows.map((row) => ({
    at: row.id,
    listingId: row.listing_id,
    propertyId: row.property_id,
    revisionId: row.revision_id,
    before: row.before_state === null ? null : { online: row.before_online!, listing: row.before_state },
    after: { online: row.after_online, listing: row.after_state },
    propertyListingIds: row.property_listing_ids,
    siblings: row.siblings,
  }));
}

interface ChangeRecord {
  id: number;
  listing_id: string;
  property_id: string;
  revision_id: number;
  before_online: boolean | null;
  before_state: KnownListing | null;
  after_online: boolean;
  after_state: KnownListing;
  property_listing_ids: string[];
  siblings: KnownListing[];
}

const KEEP_CHANGES = [
  'create table kept_change as select * from listing_change',
  'alter table kept_change add primary key (id)',
  `create function keep_change() returns trigger language plpgsql as $$ begin insert into kept_change select new.*;
    return null; end $$`,
  'create trigger keep_change after insert on listing_change for each row execute function keep_change()',
];

/** A revision as criteria ask for it: with its past and its source. */
const asked = (revision: string) => `${revision}.state::jsonb || jsonb_build_object('sourceId', ${revision}.source_id,
  'past', ${revision}.past)`;

const SELECT_KEPT = `
  with known as (
    select revision.*, listing.source_id, state.past from listing_revision revision
    left join listing on listing.id = revision.listing_id
    left join listing_state state on state.listing_id = revision.listing_id
      and state.revision_id = revision.revision_id
  )
  select change.id, change.listing_id, change.property_id, change.revision_id, before.online as before_online,
    ${asked('before')} as before_state, after.online as after_online, ${asked('after')} as after_state,
    change.sibling_ids || coalesce(change.offline_sibling_ids, '{}') as property_listing_ids,
    (select coalesce(json_agg(${asked('sibling')}), '[]')
     from unnest(change.sibling_ids, change.sibling_revisions) as named(listing_id, revision_id)
     join known sibling using (listing_id, revision_id)) as siblings
  from kept_change change
  join known after using (listing_id, revision_id)
  left join known before on before.listing_id = change.listing_id and before.revision_id =
    change.revision_id - 1
  order by change.id`;
