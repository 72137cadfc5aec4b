import type { MarketEventType } from '@gable/domain';
import { continuePast, type Listing } from '@gable/domain/listing';
import { newId } from '@gable/persistence';
import { chooseProperty } from './choose-property.js';
import type { IncomingState } from './incoming-state.js';
import type { WorkingListing, WorkingSet } from './working-set.js';

/** What a line did. A `stale` state is older than the stored one, or as old with other content. */
export type Outcome = 'changed' | 'unchanged' | 'stale';

const DAY_MS = 86_400_000;

/** Applies one state to the working set: the rules of idempotence, then grouping, then the notes of what changed. */
export function applyState(set: WorkingSet, incoming: IncomingState): Outcome {
  const stored = set.find(incoming.sourceId, incoming.state.externalId);
  if (!stored) {
    if (incoming.isOffline) return 'unchanged'; // nothing is known of it, so there is nothing to take down
    change(set, fresh(set, incoming), null, 'CREATED', incoming);
    return 'changed';
  }
  if (incoming.observedAt < stored.observedAt) return 'stale';
  const repeated = incoming.repeats(stored);
  if (incoming.observedAt === stored.observedAt && !repeated) return 'stale';
  if (repeated && !incoming.findsPlace(stored)) {
    if (incoming.observedAt === stored.observedAt) return 'unchanged';
    stored.observedAt = incoming.observedAt;
    stored.seenAgain = true;
    return 'unchanged';
  }
  change(
    set,
    stored,
    stored.propertyId,
    incoming.isOffline ? 'EXPIRED' : stored.online ? 'UPDATED' : 'REACTIVATED',
    incoming,
  );
  return 'changed';
}

function change(
  set: WorkingSet,
  listing: WorkingListing,
  previousPropertyId: string | null,
  type: MarketEventType,
  incoming: IncomingState,
): void {
  const differs = previousPropertyId === null || !incoming.repeats(listing);
  const previousKeys = previousPropertyId === null ? [] : listing.keys;
  const daysBetween = previousPropertyId === null ? null : daysFrom(listing.lastEventAt, incoming.observedAt);
  listing.revisionId += 1;
  listing.observedAt = incoming.observedAt;
  listing.lastEventAt = incoming.observedAt;
  if (incoming.contentHash === null) {
    listing.online = false; // it keeps the attributes it had, and its property
  } else {
    listing.online = true;
    listing.state = incoming.placed.listing;
    listing.contentHash = incoming.contentHash;
    Object.assign(listing, placeOf(listing.state));
    listing.keys = incoming.placed.storedKeys;
    chooseProperty(set, listing, incoming.placed.probedKeys, previousPropertyId);
  }
  listing.past = continuePast(
    previousPropertyId === null ? null : listing.past,
    { observedAt: incoming.observedAt, listing: listing.state },
    differs,
  );
  const { id: listingId, propertyId, sourceId, revisionId, state, past } = listing;
  const others = set.neighbourhood.membersOf(propertyId).filter((member) => member.id !== listingId);
  const siblings = others
    .filter(({ online }) => online)
    .map((member) => ({ listingId: member.id, revisionId: member.revisionId }));
  const offlineSiblingIds = others.filter(({ online }) => !online).map(({ id }) => id);
  set.record(listing, previousPropertyId, previousKeys, {
    revision: { listingId, revisionId, online: listing.online, observedAt: incoming.observedAt, state },
    state: { listingId, revisionId, sourceId, past, state },
    change: { listingId, propertyId, revisionId, previousPropertyId, siblings, offlineSiblingIds },
    event: {
      type,
      at: incoming.observedAt,
      daysBetween,
      daysSinceFirstSeen: daysFrom(past.firstSeenAt, incoming.observedAt),
      ...{ listingId, propertyId, sourceId, revisionId, listing: state },
    },
  });
}

/** Not less than none: of a listing that was reset, what came before may be later than the state. */
const daysFrom = (before: number, at: number): number => Math.max(0, at - before) / DAY_MS;

/** What `ListingHead` says of it. A division that is known brings those above it. */
function placeOf({ location }: Listing): Pick<WorkingListing, 'isPlaced' | 'divisionCount'> {
  const { divisionIds = [], cityId, districtId, neighborhoodId } = location ?? {};
  const levels = [cityId, districtId, neighborhoodId].filter((id) => id !== undefined);
  return { isPlaced: divisionIds.length > levels.length, divisionCount: divisionIds.length };
}

/** Of a listing whose first state is about to be applied. */
const NO_PAST = { firstSeenAt: NaN, lastChangedAt: NaN };

function fresh(set: WorkingSet, { sourceId, state, observedAt, contentHash }: IncomingState): WorkingListing {
  return {
    id: newId(set.now),
    sourceId,
    externalId: state.externalId,
    propertyId: '',
    revisionId: 0,
    online: true,
    observedAt,
    lastEventAt: observedAt,
    contentHash: contentHash!,
    createdAt: set.now,
    updatedAt: set.now,
    isPlaced: false,
    divisionCount: 0,
    groupingScore: null,
    groupingReasons: null,
    state: {},
    past: NO_PAST,
    stored: false,
    wasOnline: false,
    storedKeys: [],
    keys: [],
    changed: false,
    seenAgain: false,
  };
}
