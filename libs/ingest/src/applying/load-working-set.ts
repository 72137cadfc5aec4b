import { NEWEST_PER_KEY, storedKeys } from '@gable/domain';
import { BatchStore, type StoredListing } from '@gable/persistence';
import type { MemberCache } from './member-cache.js';
import type { IncomingState } from './incoming-state.js';
import { WorkingSet } from './working-set.js';



/**
 * Reads what the lines of a batch can touch: their own listings, the candidates of their blocking keys, and every member of the properties these
 * belong to. A handful of statements whatever the size of the batch.
 */
export async function loadWorkingSet(store: BatchStore, cache: MemberCache, states: readonly IncomingState[], now: Date): Promise<WorkingSet> {
  const own = await store.listings(states.map(({ sourceId }) => sourceId), states.map(({ state }) => state.externalId));
  const ownByIdentity = new Map(own.map((listing) => [`${listing.sourceId}\n${listing.externalId}`, listing]));
  const moving = states.filter((incoming) => mayChange(incoming, ownByIdentity.get(`${incoming.sourceId}\n${incoming.state.externalId}`)));

  const blocks = await store.blocks([...new Set(moving.flatMap(({ probedKeys }) => probedKeys))], NEWEST_PER_KEY);
  const candidates = [...new Set([...blocks.values()].flat())];
  const propertyIds = new Set(await store.propertyIdsOf(candidates));
  for (const { propertyId } of own) propertyIds.add(propertyId);

  const set = new WorkingSet(now, blocks, NEWEST_PER_KEY);
  for (const property of await store.properties([...propertyIds])) set.addProperty(property);
  for (const listing of own) set.addListing(listing, storedKeys(listing.state));
  await loadMembers(store, cache, [...propertyIds], own, set);
  return set;
}

async function loadMembers(store: BatchStore, cache: MemberCache, propertyIds: readonly string[], own: readonly StoredListing[], set: WorkingSet): Promise<void> {
  for (const listing of own) cache.keep(listing);
  const keys = await store.members(propertyIds);
  const unknown = keys.filter((key) => !cache.find(key)).map(({ id }) => id);
  const fetched = new Map((await store.listingsById(unknown)).map((listing) => [listing.id, listing]));
  for (const key of keys) {
    const member = fetched.get(key.id) ?? cache.find(key)!;
    set.addMember(member, key.propertyId);
  }
  for (const listing of fetched.values()) cache.keep(listing);
}

/** False for a line that repeats what is stored or is older: for those nothing has to be compared. */
function mayChange({ observedAt, contentHash }: IncomingState, stored: StoredListing | undefined): boolean {
  if (contentHash === null) return false; // OFFLINE: a listing that goes offline stays where it is
  return !stored || (observedAt > stored.observedAt && !(stored.online && stored.contentHash.equals(contentHash)));
}
