import { NEWEST_PER_KEY } from '@gable/domain';
import { BatchStore, type ListingHead } from '@gable/persistence';
import type { MemberCache } from './member-cache.js';
import type { DivisionIndex } from '../placing/division-index.js';
import { placeListing, type IncomingState, type PlacedListing } from './incoming-state.js';
import { WorkingSet } from './working-set.js';


/**
 * Reads what the lines of a batch can touch: their own listings, the candidates of their blocking keys, and every member of the properties these
 * belong to. A handful of statements whatever the size of the batch.
 */
export async function loadWorkingSet(store: BatchStore, cache: MemberCache, divisions: DivisionIndex, states: readonly IncomingState[], now: Date): Promise<WorkingSet> {
  const own = await store.listings(states.map(({ sourceId }) => sourceId), states.map(({ state }) => state.externalId));
  const ownByIdentity = new Map(own.map((listing) => [`${listing.sourceId}\n${listing.externalId}`, listing]));
  const placed = placeChanging(states, ownByIdentity, divisions);
  const blocks = await store.blocks([...new Set([...placed.values()].flatMap(({ probedKeys }) => probedKeys))], NEWEST_PER_KEY);

  const related = new Set([...blocks.values()].flat());
  for (const incoming of states) {
    const listing = ownByIdentity.get(identityOf(incoming));
    if (listing && (placed.has(incoming) || incoming.contentHash === null)) related.add(listing.id);
  }
  const set = new WorkingSet(now, placed, blocks, NEWEST_PER_KEY);
  await loadMembers(store, cache, [...related], set);
  for (const listing of own) set.addListing(listing);
  return set;
}

async function loadMembers(store: BatchStore, cache: MemberCache, listingIds: readonly string[], set: WorkingSet): Promise<void> {
  const keys = await store.members(listingIds);
  const unknown = keys.filter((key) => !cache.find(key)).map(({ id }) => id);
  const fetched = new Map((await store.memberStates(unknown)).map((member) => [member.id, member]));
  const members = keys.map((key) => ({ member: fetched.get(key.id) ?? cache.find(key)!, propertyId: key.propertyId }));
  for (const { member, propertyId } of members) {
    set.addMember(member, propertyId);
    cache.keep(member); // only now: keeping one may push another out
  }
}

/**
 * Places the states that may change something. Of the others, those older than what is stored and those that repeat it, nothing is needed: unless
 * the batch holds several states of the listing, and an earlier one makes the repetition a change.
 */
function placeChanging(
  states: readonly IncomingState[], stored: ReadonlyMap<string, ListingHead>, divisions: DivisionIndex,
): Map<IncomingState, PlacedListing> {
  const times = new Map<string, number>();
  for (const incoming of states) times.set(identityOf(incoming), (times.get(identityOf(incoming)) ?? 0) + 1);
  const placed = new Map<IncomingState, PlacedListing>();
  for (const incoming of states) {
    const listing = stored.get(identityOf(incoming));
    const { contentHash, observedAt, state } = incoming;
    if (contentHash === null) continue; // OFFLINE: a listing that goes offline stays where it is
    if (listing && observedAt <= listing.observedAt) continue;
    if (listing?.online && listing.contentHash.equals(contentHash) && times.get(identityOf(incoming)) === 1) continue;
    placed.set(incoming, placeListing(state.listing, divisions));
  }
  return placed;
}

const identityOf = ({ sourceId, state }: IncomingState): string => `${sourceId}\n${state.externalId}`;
