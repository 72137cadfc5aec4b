import type { Listing, ListingPast } from '@gable/domain/listing';
import type { MarketEventType } from '@gable/domain';
import type { PropertySummary } from '@gable/domain/property';

/** A batch that has the ingest lock: its number over the whole store, and the database's clock. */
export interface Batch {
  readonly version: number;
  readonly now: Date;
}

/** A source of listings as a feed names it. */
export interface NamedSource {
  readonly id: string;
  readonly domain: string;
  readonly name: string;
}

/** A source as it is stored. */
export interface StoredSource extends NamedSource {
  /** `observedAt` of its newest state or snapshot; null before the first. */
  readonly lastObservedAt: Date | null;
}

/** A listing as ingest finds it, without what the advert says. Times in epoch milliseconds. */
export interface ListingHead {
  id: string;
  sourceId: string;
  externalId: string;
  propertyId: string;
  revisionId: number;
  online: boolean;
  observedAt: number;
  /** When its last market event happened. */
  lastEventAt: number;
  contentHash: Buffer;
  createdAt: Date;
  updatedAt: Date;
  /** Whether a division was known where it lies; ids that it states itself say nothing of that. */
  isPlaced: boolean;
  /** Divisions that it is found by. */
  divisionCount: number;
  groupingScore: number | null;
  groupingReasons: unknown;
}

/** A listing with its current state. */
export interface StoredListing extends ListingHead {
  state: Listing;
  past: ListingPast;
}

/** A listing of a property, as grouping compares it and the property's summary counts it. */
export interface PropertyMember {
  id: string;
  sourceId: string;
  revisionId: number;
  online: boolean;
  listing: Listing;
  /** Null where the state was stored by a release that kept none. */
  past: ListingPast | null;
}

/** A property as ingest finds it. */
export interface StoredProperty {
  id: string;
  createdAt: Date;
  revision: number;
}

/** One state of one listing, kept for good. */
export interface RevisionRow {
  listingId: string;
  revisionId: number;
  online: boolean;
  observedAt: number;
  state: Listing;
}

/** A revision with what those before it tell. */
export interface StateRow {
  listingId: string;
  revisionId: number;
  sourceId: string;
  past: ListingPast;
  state: Listing;
}

/**
 * What the matcher will read: with it and the revisions it names, what an alert says of the change is a pure function
 * of change and alert.
 */
export interface ChangeRow {
  listingId: string;
  propertyId: string;
  revisionId: number;
  /** The property before; null when the listing is new. */
  previousPropertyId: string | null;
  /** The other online listings of the property at that moment, each at its revision then. */
  siblings: { listingId: string; revisionId: number }[];
  /** Its offline listings at that moment: an alert that met one of them knows the home. */
  offlineSiblingIds: string[];
}

/** What analytics count. `listing` is the last online state. */
export interface MarketEventRow {
  type: MarketEventType;
  /** Observation of the state that caused it, epoch milliseconds. */
  at: number;
  /** Days since the listing's previous event; null for its first. */
  daysBetween: number | null;
  /** Days since the listing's first state, the time between offline included; 0 at the first. */
  daysSinceFirstSeen: number;
  listingId: string;
  propertyId: string;
  sourceId: string;
  revisionId: number;
  listing: Listing;
}

/** A property as a batch writes it, summed up over its online listings. */
export interface PropertyRow extends PropertySummary {
  id: string;
  createdAt: Date;
  isNew: boolean;
  revision: number;
  /** Set when its last listing moved away. */
  mergedInto: string | null;
}

/** A listing that moved to another property without a new state. */
export interface MovedListing {
  listingId: string;
  propertyId: string;
  /** Why it is there now; left out where what stands there still tells it. */
  grouping?: { score: number | null; reasons: readonly string[] | null };
}

/** What a batch changes of a source's figures. */
export interface SourceChange {
  sourceId: string;
  /** Listings that came online less those that went offline. */
  online: number;
  /** Epoch milliseconds; of the newest state among those that were stored or seen again. */
  lastObservedAt: number;
}

/** Everything one batch of a feed changes, written in one transaction. */
export interface BatchRows {
  /** Sources that are new or have another name. */
  sources: readonly NamedSource[];
  listings: StoredListing[];
  /** Listings of `listings` that were stored before. */
  replacedListingIds: string[];
  revisions: RevisionRow[];
  states: StateRow[];
  /** Of earlier revisions, stored by a release that kept none. */
  tracedStates: readonly StateRow[];
  /** Blocking keys that listings gained and lost. */
  blocks: { listingId: string; added: readonly string[]; removed: readonly string[] }[];
  changes: ChangeRow[];
  events: MarketEventRow[];
  properties: PropertyRow[];
  /** Listings that moved to another property without a new state. */
  moved: MovedListing[];
  /** Listings seen again as they were: only the instant moves. */
  observed: { listingId: string; observedAt: number }[];
  sourceChanges: readonly SourceChange[];
}
