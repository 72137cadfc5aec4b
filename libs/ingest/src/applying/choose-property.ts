import { chooseGroup, stillBelongs, type GroupingItem } from '@gable/domain';
import { v7 as uuidv7 } from 'uuid';
import type { WorkingListing, WorkingSet } from './working-set.js';

/**
 * Says to which property a listing in its new state belongs. One that still agrees with the others of its property stays; otherwise it joins the
 * best of the properties its blocking keys lead to, or becomes a property of its own. Properties which it shows to be one home are merged.
 */
export function chooseProperty(set: WorkingSet, listing: WorkingListing, probedKeys: readonly string[], previous: string | null): void {
  const item = itemOf(listing.id, listing.sourceId, listing.state);
  const others = previous === null ? [] : othersOf(set, previous, listing.id);
  if (previous !== null && others.length > 0 && stillBelongs(item, others)) return;

  const candidateIds = new Set([...set.inBlocks(probedKeys)].filter((id) => id !== listing.id).map((id) => set.propertyIdOf(id)));
  const candidates = [...candidateIds].sort().map((key) => ({ key, members: othersOf(set, key, listing.id) })).filter(({ members }) => members.length > 0);
  const { group, score, reasons, merge } = chooseGroup(item, candidates);
  listing.groupingScore = score;
  listing.groupingReasons = group === null ? null : reasons;
  listing.propertyId = group ?? (previous !== null && others.length === 0 ? previous : newProperty(set));
  for (const merged of merge) set.merge(merged, listing.propertyId);
}

function newProperty(set: WorkingSet): string {
  const id = uuidv7();
  set.newProperty(id);
  return id;
}

function othersOf(set: WorkingSet, propertyId: string, listingId: string): GroupingItem[] {
  return set.membersOf(propertyId).filter(({ id }) => id !== listingId).map(({ id, sourceId, state }) => itemOf(id, sourceId, state));
}

const itemOf = (id: string, sourceId: string, listing: WorkingListing['state']): GroupingItem => ({ id, sourceId, listing });
