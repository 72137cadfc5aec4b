import type { Tie } from '@gable/domain/grouping';
import type { Queryable } from '../database.js';
import { newId } from '../new-id.js';
import type { ListingHead, PropertyMember, StoredProperty } from './rows.js';

/** Which listing at which revision belongs to a property; the rest is fetched apart, for those not known yet. */
export interface MemberKey {
  id: string;
  propertyId: string;
  revisionId: number;
}

/** What ingest reads inside the transaction of a batch. */
export class BatchStore {
  constructor(protected readonly database: Queryable) {}

  /**
   * Lets one batch at a time through, over the whole store, until its transaction ends: grouping decides on what earlier listings left, and two
   * batches side by side would make two properties of one home. Answers the number of this batch and the database's clock.
   */
  async begin(): Promise<{ version: number; now: Date }> {
    const [row] = await this.database.query<{ version: number; now: Date }>(BEGIN_BATCH);
    return row!;
  }

  /** Ids of sources by domain; new ones are made, a changed name replaces the old one. */
  async sourceIds(sources: ReadonlyMap<string, string>, now: Date): Promise<Map<string, string>> {
    const domains = [...sources.keys()];
    const rows = await this.database.query<{ id: string; domain: string }>(UPSERT_SOURCES, [
      domains.map(() => newId()),
      domains,
      domains.map((domain) => sources.get(domain)),
      now,
    ]);
    return new Map(rows.map(({ id, domain }) => [domain, id]));
  }

  /** Listings of these identities that are stored. */
  async listings(sourceIds: readonly string[], externalIds: readonly string[]): Promise<ListingHead[]> {
    return (await this.database.query<ListingRecord>(SELECT_LISTINGS, [sourceIds, externalIds])).map(listingHead);
  }

  /** The newest `limit` listings of each blocking key. */
  async blocks(keys: readonly string[], limit: number): Promise<Map<string, string[]>> {
    if (keys.length === 0) return new Map();
    const rows = await this.database.query<{ key: string; ids: string[] }>(SELECT_BLOCKS, [keys, limit]);
    return new Map(rows.map(({ key, ids }) => [key, ids]));
  }

  /** Every listing, online or not, of the properties that hold one of these listings; oldest first. */
  async members(listingIds: readonly string[]): Promise<MemberKey[]> {
    if (listingIds.length === 0) return [];
    return this.database.query<MemberKey>(SELECT_MEMBERS, [listingIds]);
  }

  /** What these members say now. */
  async memberStates(ids: readonly string[]): Promise<PropertyMember[]> {
    if (ids.length === 0) return [];
    return this.database.query<PropertyMember>(SELECT_MEMBER_STATES, [ids]);
  }

  /** What people decided about these listings, and with which others. */
  async ties(listingIds: readonly string[]): Promise<Tie[]> {
    if (listingIds.length === 0) return [];
    return this.database.query<Tie>(SELECT_TIES, [listingIds]);
  }

  async properties(ids: readonly string[]): Promise<StoredProperty[]> {
    if (ids.length === 0) return [];
    return this.database.query<StoredProperty>(
      'select id, created_at as "createdAt", revision from property where id = any($1::uuid[])',
      [ids],
    );
  }
}

// The row's lock is the turnstile; a batch that fails leaves the number as it was.
const BEGIN_BATCH = `
  update ingest_lock set version = version + 1 returning version, date_trunc('milliseconds', clock_timestamp()) as now`;

const UPSERT_SOURCES = `
  insert into source (id, domain, name, created_at)
  select new.id, new.domain, new.name, $4 from unnest($1::uuid[], $2::text[], $3::text[]) as new(id, domain, name)
  on conflict (domain) do update set name = excluded.name
  returning id, domain`;

const SELECT_LISTINGS = `
  select listing.* from (select distinct * from unnest($1::uuid[], $2::text[])) wanted(source_id, external_id)
  cross join lateral ( -- by the unique key, one by one: the planner would rather read the whole table
    select id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at, content_hash, created_at, updated_at, grouping_score,
      grouping_reasons, division_ids <> '{}' as is_placed
    from listing where listing.source_id = wanted.source_id and listing.external_id = wanted.external_id limit 1
  ) listing`;

const SELECT_BLOCKS = `
  select wanted.key::text as key, found.ids
  from unnest($1::bigint[]) as wanted(key)
  cross join lateral (
    select array_agg(newest.listing_id) as ids
    from (select listing_id from listing_block where block_key = wanted.key order by listing_id desc limit $2) newest
  ) found
  where found.ids is not null`;

const SELECT_MEMBERS = `
  select id, property_id as "propertyId", revision_id as "revisionId" from listing
  where property_id in (select property_id from listing where id = any($1::uuid[])) order by id`;

const SELECT_MEMBER_STATES = `
  select listing.id, listing.source_id as "sourceId", listing.revision_id as "revisionId", listing.online, revision.state as listing
  from listing join listing_revision revision on revision.listing_id = listing.id and revision.revision_id = listing.revision_id
  where listing.id = any($1::uuid[])`;

const SELECT_TIES = `
  select distinct listing_id as "listingId", other_id as "otherId", together from grouping_tie where listing_id = any($1::uuid[])`;

interface ListingRecord {
  id: string;
  source_id: string;
  external_id: string;
  property_id: string;
  revision_id: number;
  online: boolean;
  observed_at: Date;
  last_event_at: Date;
  content_hash: Buffer;
  created_at: Date;
  updated_at: Date;
  grouping_score: number | null;
  grouping_reasons: unknown;
  is_placed: boolean;
}

function listingHead(row: ListingRecord): ListingHead {
  return {
    id: row.id,
    sourceId: row.source_id,
    externalId: row.external_id,
    propertyId: row.property_id,
    revisionId: row.revision_id,
    online: row.online,
    observedAt: row.observed_at.getTime(),
    lastEventAt: row.last_event_at.getTime(),
    contentHash: row.content_hash,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    groupingScore: row.grouping_score,
    groupingReasons: row.grouping_reasons,
    isPlaced: row.is_placed,
  };
}
