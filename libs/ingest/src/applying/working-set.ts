import { storedKeys } from '@gable/domain/grouping';
import type { ListingPast } from '@gable/domain/listing';
import { summarise } from '@gable/domain/property';
import type {
  BatchRows,
  ListingHead,
  MovedListing,
  NamedSource,
  PropertyMember,
  PropertyRow,
  SourceChange,
  StateRow,
  StoredListing,
  StoredProperty,
} from '@gable/persistence/listings';
import type { Neighbourhood } from './neighbourhood.js';

/** A listing while a batch is applied: as stored, or as the lines so far have made it. */
export interface WorkingListing extends StoredListing {
  /** Stored before this batch. */
  readonly stored: boolean;
  /** Stored as online before this batch. */
  readonly wasOnline: boolean;
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
  state: BatchRows['states'][number];
  change: BatchRows['changes'][number];
  event: BatchRows['events'][number];
}

interface TouchedProperty {
  readonly isNew: boolean;
  mergedInto: string | null;
}

/**
 * What a batch changes, gathered while its lines are applied one after the other, so that the result does not depend on
 * where a batch begins or ends; written at once.
 */
export class WorkingSet {
  private readonly byIdentity = new Map<string, WorkingListing>();
  private readonly touched = new Map<string, TouchedProperty>();
  /** Listings that moved without a new state. */
  private readonly moved = new Map<string, MovedListing>();
  /** Blocking keys of listings that were taken out. */
  private readonly removedBlocks: BatchRows['blocks'] = [];
  private readonly rows: Pick<BatchRows, 'revisions' | 'states' | 'changes' | 'events'> = {
    revisions: [],
    states: [],
    changes: [],
    events: [],
  };

  constructor(
    readonly now: Date,
    readonly neighbourhood: Neighbourhood,
    /** What conditions ask of earlier states, where an earlier release stored none. */
    private readonly tracedStates: readonly StateRow[] = [],
  ) {}

  /** A listing of the batch that is stored. The neighbourhood knows what it says if a line may change it. */
  addListing(listing: ListingHead): void {
    const member = this.neighbourhood.member(listing.id);
    const state = member?.listing ?? {};
    const keys = storedKeys(state);
    this.byIdentity.set(identity(listing), {
      ...listing,
      state,
      past: member?.past ?? UNREAD_PAST,
      stored: true,
      wasOnline: listing.online,
      storedKeys: keys,
      keys,
      changed: false,
      seenAgain: false,
    });
  }

  find(sourceId: string, externalId: string): WorkingListing | undefined {
    return this.byIdentity.get(identity({ sourceId, externalId }));
  }

  newProperty(id: string): void {
    this.touched.set(id, { isNew: true, mergedInto: null });
  }

  /** Moves every listing of one property into another, which it was found to be the same home as. */
  merge(from: string, into: string): void {
    this.move(this.neighbourhood.membersOf(from), into);
  }

  /** Moves listings to another property without a new state. One that is left empty points to it. */
  move(members: readonly PropertyMember[], into: string): void {
    const left = new Map<string, string>();
    for (const member of members) {
      left.set(member.id, this.neighbourhood.propertyIdOf(member.id));
      this.moved.set(member.id, { listingId: member.id, propertyId: into });
      this.neighbourhood.place(member, into);
    }
    for (const listing of this.byIdentity.values()) if (left.has(listing.id)) listing.propertyId = into;
    this.touch(into);
    for (const from of new Set(left.values())) {
      const property = this.touch(from);
      if (this.neighbourhood.membersOf(from).length === 0) property.mergedInto = into;
    }
  }

  /** Takes listings out, with no trace of where they went; their properties are summed up without them. */
  remove(listingIds: readonly string[]): void {
    for (const id of listingIds) {
      const member = this.neighbourhood.member(id);
      if (member === undefined) continue;
      this.touch(this.neighbourhood.propertyIdOf(id));
      this.removedBlocks.push({ listingId: id, added: [], removed: storedKeys(member.listing) });
      this.neighbourhood.remove(id);
    }
  }

  /** Says of a listing that moved why it is where it is. */
  explain(listingId: string, grouping: MovedListing['grouping']): void {
    this.moved.get(listingId)!.grouping = grouping;
  }

  /** Listings that moved without a new state, in the order in which they first did. */
  get movedIds(): string[] {
    return [...this.moved.keys()];
  }

  /**
   * Puts the listing's new state in, moves it between properties and block keys, and notes the revision, the change and
   * the market event.
   */
  record(
    listing: WorkingListing,
    previousPropertyId: string | null,
    previousKeys: readonly string[],
    notes: ChangeNotes,
  ): void {
    listing.changed = true;
    listing.updatedAt = this.now;
    this.byIdentity.set(identity(listing), listing);
    this.touch(listing.propertyId).mergedInto = null;
    this.neighbourhood.place(memberOf(listing), listing.propertyId);
    if (previousPropertyId !== null && previousPropertyId !== listing.propertyId) {
      const left = this.touch(previousPropertyId);
      if (this.neighbourhood.membersOf(previousPropertyId).length === 0) left.mergedInto = listing.propertyId;
    }
    this.neighbourhood.rekey(listing.id, without(previousKeys, listing.keys), without(listing.keys, previousKeys));
    this.rows.revisions.push(notes.revision);
    this.rows.states.push(notes.state);
    this.rows.changes.push(notes.change);
    this.rows.events.push(notes.event);
  }

  /** Stored properties that the lines touched. */
  touchedStoredProperties(): string[] {
    return [...this.touched].filter(([, { isNew }]) => !isNew).map(([id]) => id);
  }

  /**
   * What has to be written. `stored` are the properties of `touchedStoredProperties`, `sources` those that are new or
   * have another name.
   */
  result(stored: readonly StoredProperty[], sources: readonly NamedSource[] = []): BatchRows {
    const storedById = new Map(stored.map((property) => [property.id, property]));
    const listings = [...this.byIdentity.values()];
    const changed = listings.filter((listing) => listing.changed);
    const changedIds = new Set(changed.map(({ id }) => id));
    return {
      ...this.rows,
      tracedStates: this.tracedStates,
      sources,
      listings: changed,
      replacedListingIds: changed.filter(({ stored: wasStored }) => wasStored).map(({ id }) => id),
      blocks: [
        ...this.removedBlocks,
        ...changed
          .map((listing) => ({
            listingId: listing.id,
            added: without(listing.keys, listing.storedKeys),
            removed: without(listing.storedKeys, listing.keys),
          }))
          .filter(({ added, removed }) => added.length + removed.length > 0),
      ],
      properties: [...this.touched].map(([id, { mergedInto }]) =>
        this.propertyRow(storedById.get(id) ?? { id, createdAt: this.now, revision: 0 }, mergedInto),
      ),
      moved: [...this.moved.values()].filter(({ listingId }) => !changedIds.has(listingId)),
      observed: listings
        .filter(({ changed: hasChanged, seenAgain }) => seenAgain && !hasChanged)
        .map(({ id, observedAt }) => ({ listingId: id, observedAt })),
      sourceChanges: sourceChangesOf(listings),
    };
  }

  private touch(propertyId: string): TouchedProperty {
    const known = this.touched.get(propertyId);
    if (known) return known;
    const property = { isNew: false, mergedInto: null };
    this.touched.set(propertyId, property);
    return property;
  }

  private propertyRow({ id, createdAt, revision }: StoredProperty, mergedInto: string | null): PropertyRow {
    const online = this.neighbourhood
      .membersOf(id)
      .filter((member) => member.online)
      .map(({ listing }) => listing);
    return { id, createdAt, isNew: revision === 0, revision: revision + 1, mergedInto, ...summarise(online) };
  }
}

function sourceChangesOf(listings: readonly WorkingListing[]): SourceChange[] {
  const bySource = new Map<string, SourceChange>();
  for (const { sourceId, changed, seenAgain, online, wasOnline, observedAt } of listings) {
    if (!changed && !seenAgain) continue;
    const sum = bySource.get(sourceId) ?? { sourceId, online: 0, lastObservedAt: -Infinity };
    sum.online += Number(online) - Number(wasOnline);
    sum.lastObservedAt = Math.max(sum.lastObservedAt, observedAt);
    bySource.set(sourceId, sum);
  }
  return [...bySource.values()];
}

/** Names a listing within a batch. */
export const identity = ({ sourceId, externalId }: { sourceId: string; externalId: string }): string =>
  `${sourceId}\n${externalId}`;

/** Of a listing that no line changes: nobody asks for it. */
const UNREAD_PAST: ListingPast = { firstSeenAt: NaN, lastChangedAt: NaN };

const memberOf = ({ id, sourceId, revisionId, online, state, past }: WorkingListing): PropertyMember => ({
  id,
  sourceId,
  revisionId,
  online,
  listing: state,
  past,
});

const without = (keys: readonly string[], others: readonly string[]): string[] =>
  keys.filter((key) => !others.includes(key));
