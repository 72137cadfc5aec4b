import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../database.js';
import type { StoredListing, StoredProperty } from './rows.js';

/** A member of a property as grouping compares it; the state is fetched apart, for those not known yet. */
export interface MemberKey {
  id: string;
  sourceId: string;
  externalId: string;
  propertyId: string;
  revisionId: number;
}

/** What ingest reads inside the transaction of a batch. */
export class BatchStore {
  constructor(private readonly transaction: Transaction) {}

  /**
   * One batch at a time over the whole store, until the transaction ends. Grouping decides on what earlier listings left; two batches side by
   * side would make two properties of one home.
   */
  async lock(): Promise<void> {
    await this.transaction.query(`select pg_advisory_xact_lock(${INGEST_LOCK})`);
  }

  /** The database's clock, to the millisecond. */
  async now(): Promise<Date> {
    const [row] = await this.transaction.query<{ now: Date }>(`select date_trunc('milliseconds', clock_timestamp()) as now`);
    return row!.now;
  }

  /** Ids of sources by domain; new ones are made, a changed name replaces the old one. */
  async sourceIds(sources: ReadonlyMap<string, string>, now: Date): Promise<Map<string, string>> {
    const domains = [...sources.keys()];
    const rows = await this.transaction.query<{ id: string; domain: string }>(UPSERT_SOURCES, [
      domains.map(() => uuidv7()), domains, domains.map((domain) => sources.get(domain)), now,
    ]);
    return new Map(rows.map(({ id, domain }) => [domain, id]));
  }

  /** Listings of these identities that are stored. */
  async listings(sourceIds: readonly string[], externalIds: readonly string[]): Promise<StoredListing[]> {
    const rows = await this.transaction.query<ListingRecord>(
      `${SELECT_LISTING} join unnest($1::uuid[], $2::text[]) wanted(source_id, external_id) using (source_id, external_id)`, [sourceIds, externalIds],
    );
    return rows.map(storedListing);
  }

  async listingsById(ids: readonly string[]): Promise<StoredListing[]> {
    if (ids.length === 0) return [];
    return (await this.transaction.query<ListingRecord>(`${SELECT_LISTING} where listing.id = any($1::uuid[])`, [ids])).map(storedListing);
  }

  /** The newest `limit` listings of each blocking key. */
  async blocks(keys: readonly string[], limit: number): Promise<Map<string, string[]>> {
    if (keys.length === 0) return new Map();
    const rows = await this.transaction.query<{ key: string; ids: string[] }>(SELECT_BLOCKS, [keys, limit]);
    return new Map(rows.map(({ key, ids }) => [key, ids]));
  }

  /** Properties that hold one of these listings. */
  async propertyIdsOf(listingIds: readonly string[]): Promise<string[]> {
    if (listingIds.length === 0) return [];
    const rows = await this.transaction.query<{ id: string }>('select distinct property_id as id from listing where id = any($1::uuid[])', [listingIds]);
    return rows.map(({ id }) => id);
  }

  /** Every listing, online or not, of these properties; oldest first. */
  async members(propertyIds: readonly string[]): Promise<MemberKey[]> {
    if (propertyIds.length === 0) return [];
    return this.transaction.query<MemberKey>(SELECT_MEMBERS, [propertyIds]);
  }

  async properties(ids: readonly string[]): Promise<StoredProperty[]> {
    if (ids.length === 0) return [];
    const rows = await this.transaction.query<{ id: string; createdAt: Date; revision: string }>(
      'select id, created_at as "createdAt", revision from property where id = any($1::uuid[])', [ids],
    );
    return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
  }
}

const INGEST_LOCK = 4_225_302; // any number; the same in every process

const UPSERT_SOURCES = `
  insert into source (id, domain, name, created_at)
  select new.id, new.domain, new.name, $4 from unnest($1::uuid[], $2::text[], $3::text[]) as new(id, domain, name)
  on conflict (domain) do update set name = excluded.name
  returning id, domain`;

const SELECT_LISTING = `
  select listing.id, listing.source_id, listing.external_id, listing.property_id, listing.revision_id, listing.online, listing.observed_at,
    listing.last_event_at, listing.content_hash, listing.created_at, listing.updated_at, listing.grouping_score, listing.grouping_reasons, revision.state
  from listing join listing_revision revision on revision.listing_id = listing.id and revision.revision_id = listing.revision_id`;

const SELECT_BLOCKS = `
  select wanted.key, found.ids
  from unnest($1::bigint[]) as wanted(key)
  cross join lateral (
    select array_agg(newest.listing_id) as ids
    from (select listing_id from listing_block where block_key = wanted.key order by listing_id desc limit $2) newest
  ) found
  where found.ids is not null`;

const SELECT_MEMBERS = `
  select id, source_id as "sourceId", external_id as "externalId", property_id as "propertyId", revision_id as "revisionId"
  from listing where property_id = any($1::uuid[]) order by id`;

interface ListingRecord {
  id: string; source_id: string; external_id: string; property_id: string; revision_id: number; online: boolean; observed_at: Date; last_event_at: Date;
  content_hash: Buffer; created_at: Date; updated_at: Date; grouping_score: number | null; grouping_reasons: unknown; state: StoredListing['state'];
}

function storedListing(row: ListingRecord): StoredListing {
  return {
    id: row.id, sourceId: row.source_id, externalId: row.external_id, propertyId: row.property_id, revisionId: row.revision_id, online: row.online,
    observedAt: row.observed_at.getTime(), lastEventAt: row.last_event_at.getTime(), contentHash: row.content_hash, createdAt: row.created_at,
    updatedAt: row.updated_at, groupingScore: row.grouping_score, groupingReasons: row.grouping_reasons, state: row.state,
  };
}
