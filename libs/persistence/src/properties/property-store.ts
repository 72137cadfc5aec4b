import { diffListings, type AttributeChange, type Listing } from '@gable/domain/listing';
import { groupBy } from '@gable/domain';
import { viewOfListing, viewOfProperty, type PropertyView } from '@gable/domain/property';
import type { Queryable } from '../database/database.js';
import { DecisionStore } from './decision-store.js';
import { urlHash } from '../database/url-hash.js';
import { SELECT_BY_URL, SELECT_HISTORY, SELECT_PROPERTIES } from './statements/properties.js';

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

export interface ListingHistory {
  listingId: string;
  dataProvider: string;
  /** Oldest first. */
  entries: ListingHistoryEntry[];
}

/** Property records as answers show them. They belong to nobody and are the same for every account. */
export class PropertyStore {
  constructor(private readonly database: Queryable) {}

  /**
   * The records of these properties with their online listings, in the order asked for; those that do not exist are
   * left out.
   */
  async read(ids: readonly string[]): Promise<PropertyView[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.query<PropertyRecord>(SELECT_PROPERTIES, [ids]);
    const byId = groupBy(rows, ({ id }) => id);
    return ids.flatMap((id) => (byId.has(id) ? [propertyView(byId.get(id)!)] : []));
  }

  /**
   * The records that these properties are now, by the id asked for: of a merged one that of its survivor. Those that do
   * not exist are left out.
   */
  async readCurrent(ids: readonly string[]): Promise<Map<string, PropertyView>> {
    if (ids.length === 0) return new Map();
    const survivors = await new DecisionStore(this.database).survivorsOf(ids);
    const views = new Map((await this.read([...new Set(survivors.values())])).map((view) => [view.uuid, view]));
    return new Map(
      [...survivors].flatMap(([id, survivor]) => (views.has(survivor) ? [[id, views.get(survivor)!]] : [])),
    );
  }

  /** What happened to each listing of the property; null when there is no such property. */
  async history(id: string): Promise<ListingHistory[] | null> {
    const rows = await this.database.query<RevisionRecord>(SELECT_HISTORY, [id]);
    if (rows.length === 0) return null;
    return [...groupBy(rows, ({ listing_id }) => listing_id)].map(([listingId, revisions]) => ({
      listingId,
      dataProvider: revisions[0]!.source_name,
      entries: revisions.map((revision, i) => historyEntry(revision, revisions[i - 1])),
    }));
  }

  /** The property one of whose listings has this address, an online one first; null when none has. */
  async idByUrl(url: string): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(SELECT_BY_URL, [String(urlHash(url)), url]);
    return row?.id ?? null;
  }

  /** Where a property's listings went when it was merged into another; null when it was not. */
  async survivorOf(id: string): Promise<string | null> {
    const [survivor] = (await new DecisionStore(this.database).survivorsOf([id])).values();
    return survivor === undefined || survivor === id.toLowerCase() ? null : survivor;
  }
}

interface PropertyRecord {
  id: string;
  created_at: Date;
  updated_at: Date;
  min_price: number | null;
  max_price: number | null;
  listing_id: string | null;
  listing_created_at: Date;
  listing_updated_at: Date;
  state: Listing;
  source_name: string;
  city_name: string | null;
  district_name: string | null;
  neighborhood_name: string | null;
}

interface RevisionRecord {
  listing_id: string;
  source_name: string;
  revision_id: number;
  online: boolean;
  observed_at: Date;
  recorded_at: Date;
  state: Listing;
}

function propertyView(rows: readonly PropertyRecord[]): PropertyView {
  const [{ id, created_at, updated_at, min_price, max_price }] = rows as [PropertyRecord];
  const listings = rows
    .filter(({ listing_id }) => listing_id !== null)
    .map((row) =>
      viewOfListing({
        id: row.listing_id!,
        listing: row.state,
        sourceName: row.source_name,
        createdAt: row.listing_created_at,
        updatedAt: row.listing_updated_at,
        cityName: row.city_name,
        districtName: row.district_name,
        neighborhoodName: row.neighborhood_name,
      }),
    );
  return viewOfProperty({
    id,
    listings,
    minPrice: min_price,
    maxPrice: max_price,
    createdAt: created_at,
    updatedAt: updated_at,
  });
}

function historyEntry(
  { revision_id, online, observed_at, recorded_at, state }: RevisionRecord,
  before: RevisionRecord | undefined,
): ListingHistoryEntry {
  return {
    revisionId: revision_id,
    status: online ? 'ONLINE' : 'OFFLINE',
    observedAt: observed_at.toISOString(),
    recordedAt: recorded_at.toISOString(),
    changes: before ? diffListings(before.state, state) : [],
  };
}
