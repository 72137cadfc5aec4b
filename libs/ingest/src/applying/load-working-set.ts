import type { BatchStore, ListingHead } from '@gable/persistence/listings';
import type { IncomingState } from './incoming-state.js';
import type { Neighbourhood } from './neighbourhood.js';
import { identity, WorkingSet } from './working-set.js';

/**
 * Reads what the lines of a batch can touch: their own listings, the candidates of their blocking keys, and every
 * member of the properties these belong to. A handful of statements whatever the size of the batch.
 */
export async function loadWorkingSet(
  store: BatchStore,
  neighbourhood: Neighbourhood,
  states: readonly IncomingState[],
  now: Date,
): Promise<WorkingSet> {
  const own = await store.listings(
    states.map(({ sourceId }) => sourceId),
    states.map(({ state }) => state.externalId),
  );
  const ownByIdentity = new Map(own.map((listing) => [identity(listing), listing]));
  const keys = new Set<string>();
  const listingIds: string[] = [];
  for (const incoming of changing(states, ownByIdentity)) {
    if (!incoming.isOffline) for (const key of incoming.placed.probedKeys) keys.add(key);
    const listing = ownByIdentity.get(identityOf(incoming));
    if (listing) listingIds.push(listing.id);
  }
  await neighbourhood.load(store, keys, listingIds);
  const set = new WorkingSet(now, neighbourhood, await neighbourhood.tracePasts(store, listingIds));
  for (const listing of own) set.addListing(listing);
  return set;
}

/**
 * The states that may change something. Of the others, those older than what is stored and those that repeat it,
 * nothing is needed: unless the batch holds several states of the listing, and an earlier one makes the repetition a
 * change.
 */
function changing(states: readonly IncomingState[], stored: ReadonlyMap<string, ListingHead>): IncomingState[] {
  const times = new Map<string, number>();
  for (const incoming of states) times.set(identityOf(incoming), (times.get(identityOf(incoming)) ?? 0) + 1);
  return states.filter((incoming) => {
    const listing = stored.get(identityOf(incoming));
    if (!listing) return !incoming.isOffline || times.get(identityOf(incoming))! > 1;
    if (incoming.observedAt < listing.observedAt) return false;
    if (incoming.findsPlace(listing)) return true;
    return (
      incoming.observedAt > listing.observedAt && (times.get(identityOf(incoming))! > 1 || !incoming.repeats(listing))
    );
  });
}

const identityOf = ({ sourceId, state: { externalId } }: IncomingState): string => identity({ sourceId, externalId });
