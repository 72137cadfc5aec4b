import type { BatchRows, ListingHead, PropertyMember, PropertyRow, StoredListing, StoredProperty } from '@gable/persistence';
import { storedKeys, summarise } from '@gable/domain';
import type { IncomingState, PlacedListing } from './incoming-state.js';

/** A listing while a batch is applied: as stored, or as the lines so far have made it. */
export interface WorkingListing extends StoredListing {
  /** Stored before this batch. */
  readonly stored: boolean;
  /** Blocking keys under which it stands in the store now. */
  readonly storedKeys: readonly string[];
  /** Blocking keys after the lines so far. */
  keys: readonly string[];
  changed: boolean;
  /** Only its instant has moved. */
  seenAgain: boolean;
}

/** What one change of a listing leaves behind. */
export interface ChangeNotes {
  revision: BatchRows['revisions'][number];
  change: BatchRows['changes'][number];
  event: BatchRows['events'][number];
}

interface WorkingProperty {
  /** Ids of its listings, oldest first. */
  members: string[];
  isNew: boolean;
  touched: boolean;
  mergedInto: string | null;
}

/**
 * The part of the store that a batch can touch, held in memory: lines are applied to it one after the other, so the result does not depend on
 * where a batch begins or ends, and is written at once.
 */
export class WorkingSet {
  private readonly byIdentity = new Map<string, WorkingListing>();
  private readonly changedById = new Map<string, WorkingListing>();
  private readonly members = new Map<string, PropertyMember>();
  private readonly propertyOf = new Map<string, string>();
  private readonly properties = new Map<string, WorkingProperty>();
  /** Listings by the blocking keys they gained in this batch. */
  private readonly blocks = new Map<string, string[]>();
  /** Listings that a merge moved, with their property. */
  private readonly moved = new Map<string, string>();
  private readonly rows: Pick<BatchRows, 'revisions' | 'changes' | 'events'> = { revisions: [], changes: [], events: [] };

  constructor(
    readonly now: Date,
    /** States of the batch that may change something. */
    readonly placed: ReadonlyMap<IncomingState, PlacedListing>,
    private readonly storedBlocks: ReadonlyMap<string, readonly string[]>,
    private readonly blockLimit: number,
  ) {}

  /** A listing that is a member of its property already, or one of which nothing but its head is needed. */
  addListing(listing: ListingHead): void {
    const state = this.members.get(listing.id)?.state ?? {};
    const keys = storedKeys(state);
    this.byIdentity.set(identity(listing), { ...listing, state, stored: true, storedKeys: keys, keys, changed: false, seenAgain: false });
  }

  /** Members come oldest first. */
  addMember(member: PropertyMember, propertyId: string): void {
    this.members.set(member.id, member);
    this.propertyOf.set(member.id, propertyId);
    const property = this.properties.get(propertyId);
    if (property) property.members.push(member.id);
    else this.properties.set(propertyId, { members: [member.id], isNew: false, touched: false, mergedInto: null });
  }

  find(sourceId: string, externalId: string): WorkingListing | undefined {
    return this.byIdentity.get(identity({ sourceId, externalId }));
  }

  member(id: string): PropertyMember {
    return this.changedById.get(id) ?? this.members.get(id)!;
  }

  membersOf(propertyId: string): PropertyMember[] {
    return this.properties.get(propertyId)!.members.map((id) => this.member(id));
  }

  /** Listings that stand under one of the keys: of each key the newest `blockLimit`. */
  inBlocks(keys: readonly string[]): Set<string> {
    const found = new Set<string>();
    for (const key of keys) {
      const ids = [...(this.storedBlocks.get(key) ?? []), ...(this.blocks.get(key) ?? [])].filter((id) => this.standsUnder(id, key));
      for (const id of [...new Set(ids)].sort().slice(-this.blockLimit)) found.add(id); // ids are UUIDv7: their order is the order of arrival
    }
    return found;
  }

  propertyIdOf(listingId: string): string {
    return this.propertyOf.get(listingId)!;
  }

  newProperty(id: string): void {
    this.properties.set(id, { members: [], isNew: true, touched: true, mergedInto: null });
  }

  /** Moves every listing of one property into another, which it was found to be the same home as. */
  merge(from: string, into: string): void {
    const [left, target] = [this.properties.get(from)!, this.properties.get(into)!];
    for (const id of left.members) {
      this.propertyOf.set(id, into);
      this.moved.set(id, into);
    }
    for (const listing of this.byIdentity.values()) if (listing.propertyId === from) listing.propertyId = into;
    target.members = [...target.members, ...left.members].sort();
    target.touched = left.touched = true;
    left.members = [];
    left.mergedInto = into;
  }

  /** Puts the listing's new state in, moves it between properties and block keys, and notes the revision, the change and the market event. */
  record(listing: WorkingListing, previousPropertyId: string | null, notes: ChangeNotes): void {
    listing.changed = true;
    listing.updatedAt = this.now;
    this.byIdentity.set(identity(listing), listing);
    this.changedById.set(listing.id, listing);
    this.propertyOf.set(listing.id, listing.propertyId);
    this.move(listing, previousPropertyId);
    for (const key of listing.keys) if (!listing.storedKeys.includes(key)) this.gain(key, listing.id);
    this.rows.revisions.push(notes.revision);
    this.rows.changes.push(notes.change);
    this.rows.events.push(notes.event);
  }

  /** Stored properties that the lines touched. */
  touchedStoredProperties(): string[] {
    return [...this.properties].filter(([, { touched, isNew }]) => touched && !isNew).map(([id]) => id);
  }

  /** What has to be written. `stored` are the properties of `touchedStoredProperties`. */
  result(stored: readonly StoredProperty[]): BatchRows {
    const storedById = new Map(stored.map((property) => [property.id, property]));
    const listings = [...this.byIdentity.values()];
    const changed = listings.filter((listing) => listing.changed);
    return {
      ...this.rows,
      listings: changed,
      replacedListingIds: changed.filter(({ stored }) => stored).map(({ id }) => id),
      blocks: changed.map(({ id, storedKeys, keys }) => ({
        listingId: id, added: keys.filter((key) => !storedKeys.includes(key)), removed: storedKeys.filter((key) => !keys.includes(key)),
      })).filter(({ added, removed }) => added.length + removed.length > 0),
      properties: [...this.properties].filter(([, { touched }]) => touched)
        .map(([id, property]) => this.propertyRow(storedById.get(id) ?? { id, createdAt: this.now, revision: 0 }, property)),
      moved: [...this.moved].filter(([id]) => !this.changedById.has(id)).map(([listingId, propertyId]) => ({ listingId, propertyId })),
      observed: listings.filter(({ changed, seenAgain }) => seenAgain && !changed).map(({ id, observedAt }) => ({ listingId: id, observedAt })),
    };
  }

  private move(listing: WorkingListing, previousPropertyId: string | null): void {
    const target = this.properties.get(listing.propertyId)!;
    target.touched = true;
    if (previousPropertyId === listing.propertyId) return;
    target.members = [...target.members, listing.id].sort();
    target.mergedInto = null;
    if (previousPropertyId === null) return;
    const left = this.properties.get(previousPropertyId)!;
    left.touched = true;
    left.members = left.members.filter((id) => id !== listing.id);
    if (left.members.length === 0) left.mergedInto = listing.propertyId;
  }

  private gain(key: string, id: string): void {
    const ids = this.blocks.get(key);
    if (ids) ids.push(id);
    else this.blocks.set(key, [id]);
  }

  private standsUnder(id: string, key: string): boolean {
    const changed = this.changedById.get(id);
    return !changed || changed.keys.includes(key);
  }

  private propertyRow({ id, createdAt, revision }: StoredProperty, { members, mergedInto }: WorkingProperty): PropertyRow {
    const online = members.map((member) => this.member(member)).filter((member) => member.online).map(({ state }) => state);
    return { id, createdAt, revision: revision + 1, mergedInto, ...summarise(online) };
  }
}

const identity = ({ sourceId, externalId }: { sourceId: string; externalId: string }): string => `${sourceId}\n${externalId}`;
