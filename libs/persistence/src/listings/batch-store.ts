import type { Tie } from '@gable/domain/grouping';
import type { Queryable } from '../database/database.js';
import { arrayText } from './cell.js';
import { readAllStates } from './derivation-store.js';
import type { Batch, ListingHead, PropertyMember, StateRow, StoredProperty, StoredSource } from './rows.js';
import {
  SELECT_BLOCKS,
  SELECT_ERASED_SOURCES,
  SELECT_LISTINGS,
  SELECT_MEMBERS,
  SELECT_MEMBER_STATES,
  SELECT_NEXT_BATCH,
  SELECT_PROPERTIES,
  SELECT_SOURCES,
  SELECT_TIES,
  TAKE_INGEST_LOCK,
} from './statements/read-batch.js';

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
   * Lets one batch at a time through, over the whole store, until its transaction ends: grouping decides on what
   * earlier listings left, and two batches side by side would make two properties of one home.
   */
  async begin(): Promise<Batch> {
    await this.database.query(TAKE_INGEST_LOCK);
    const [row] = await this.database.query<Batch>(SELECT_NEXT_BATCH);
    return row!;
  }

  /** Those of these sources that are stored. */
  async sources(domains: readonly string[]): Promise<StoredSource[]> {
    if (domains.length === 0) return [];
    return this.database.query<StoredSource>(SELECT_SOURCES, [domains]);
  }

  /** Ids that these domains had, of those whose sources were erased. */
  async erasedSources(domains: readonly string[]): Promise<Map<string, string>> {
    if (domains.length === 0) return new Map();
    const rows = await this.database.query<{ domain: string; id: string }>(SELECT_ERASED_SOURCES, [domains]);
    return new Map(rows.map(({ domain, id }) => [domain, id]));
  }

  /** Listings of these identities that are stored. */
  async listings(sourceIds: readonly string[], externalIds: readonly string[]): Promise<ListingHead[]> {
    return (await this.database.query<ListingRecord>(SELECT_LISTINGS, [sourceIds, externalIds])).map(listingHead);
  }

  /** The newest `limit` listings of each blocking key. */
  async blocks(keys: readonly string[], limit: number): Promise<Map<string, string[]>> {
    if (keys.length === 0) return new Map();
    const rows = await this.database.query<{ key: string; ids: string[] }>(SELECT_BLOCKS, [arrayText(keys), limit]);
    return new Map(rows.map(({ key, ids }) => [key, ids]));
  }

  /** Every listing, online or not, of the properties that hold one of these listings; oldest first. */
  async members(listingIds: readonly string[]): Promise<MemberKey[]> {
    if (listingIds.length === 0) return [];
    return this.database.query<MemberKey>(SELECT_MEMBERS, [arrayText(listingIds)]);
  }

  /** What these members say now. */
  async memberStates(ids: readonly string[]): Promise<PropertyMember[]> {
    if (ids.length === 0) return [];
    return this.database.query<PropertyMember>(SELECT_MEMBER_STATES, [arrayText(ids)]);
  }

  /** What conditions ask of every state of these listings, made anew; the oldest of each listing first. */
  async traceStates(listings: readonly { readonly id: string; readonly sourceId: string }[]): Promise<StateRow[]> {
    return listings.length === 0 ? [] : readAllStates(this.database, listings);
  }

  /** What people decided about these listings, and with which others. */
  async ties(listingIds: readonly string[]): Promise<Tie[]> {
    if (listingIds.length === 0) return [];
    return this.database.query<Tie>(SELECT_TIES, [arrayText(listingIds)]);
  }

  async properties(ids: readonly string[]): Promise<StoredProperty[]> {
    if (ids.length === 0) return [];
    return this.database.query<StoredProperty>(SELECT_PROPERTIES, [ids]);
  }
}

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
  division_count: number;
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
    divisionCount: row.division_count,
  };
}
