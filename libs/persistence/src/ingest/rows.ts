import type { Listing, MarketEventType, PropertySummary } from '@gable/domain';

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
  groupingScore: number | null;
  groupingReasons: unknown;
}

/** A listing with its current state. */
export interface StoredListing extends ListingHead {
  state: Listing;
}

/** A listing of a property, as grouping compares it and the property's summary counts it. */
export interface PropertyMember {
  id: string;
  sourceId: string;
  revisionId: number;
  online: boolean;
  state: Listing;
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
  /** The state as JSON text: the same text stands in the change, so it is made once. */
  stateJson: string;
}

/** One side of a change: what the listing was, and to which property it belonged. */
export interface ChangeSide {
  online: boolean;
  propertyId: string;
  listing: Listing;
}

/** A ChangeSide as JSON text, from the JSON text of its listing. */
export const changeSideJson = (online: boolean, propertyId: string, stateJson: string): string =>
  `{"online":${online},"propertyId":"${propertyId}","listing":${stateJson}}`;

/** What the matcher will read: with it, what an alert says of the change is a pure function of row and alert. */
export interface ChangeRow {
  listingId: string;
  propertyId: string;
  revisionId: number;
  /** JSON text of a ChangeSide; null when the listing is new. */
  beforeJson: string | null;
  afterJson: string;
  /** The other online listings of the property at that moment. */
  siblings: { listingId: string; listing: Listing }[];
}

/** What analytics count. `listing` is the last online state. */
export interface MarketEventRow {
  type: MarketEventType;
  /** Observation of the state that caused it, epoch milliseconds. */
  at: number;
  /** Days since the listing's previous event; null for its first. */
  daysBetween: number | null;
  listingId: string;
  propertyId: string;
  sourceId: string;
  revisionId: number;
  listing: Listing;
}

export interface PropertyRow extends PropertySummary {
  id: string;
  createdAt: Date;
  isNew: boolean;
  revision: number;
  /** Set when its last listing moved away. */
  mergedInto: string | null;
}

/** Everything one batch of a feed changes, written in one transaction. */
export interface BatchRows {
  listings: StoredListing[];
  /** Listings of `listings` that were stored before. */
  replacedListingIds: string[];
  revisions: RevisionRow[];
  /** Blocking keys that listings gained and lost. */
  blocks: { listingId: string; added: readonly string[]; removed: readonly string[] }[];
  changes: ChangeRow[];
  events: MarketEventRow[];
  properties: PropertyRow[];
  /** Listings that a merge of properties moved without a new state. */
  moved: { listingId: string; propertyId: string }[];
  /** Listings seen again as they were: only the instant moves. */
  observed: { listingId: string; observedAt: number }[];
}
