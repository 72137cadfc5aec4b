import { chooseGroup, stillBelongs, type GroupingItem } from '@gable/domain';
import { newId } from '@gable/persistence';
import type { WorkingListing, WorkingSet } from './working-set.js';

/**
 * Says to which property a listing in its new state belongs. One that still agrees with the others of its property stays; otherwise it joins the
 * best of the properties its blocking keys lead to, or becomes a property of its own. Properties which it shows to be one home are merged.
 */
export function chooseProperty(set: WorkingSet, listing: WorkingListing, probedKeys: readonly string[], previous: string | null): void {
  const { neighbourhood } = set;
  const item: GroupingItem = { id: listing.id, sourceId: listing.sourceId, listing: listing.state };
  const othersOf = (propertyId: string) => {
    const members = neighbourhood.membersOf(propertyId);
    return propertyId === previous ? members.filter(({ id }) => id !== listing.id) : members;
  };
  const others = previous === null ? [] : othersOf(previous);
  if (previous !== null && others.length > 0 && stillBelongs(item, others)) return;

  const propertyIds = new Set<string>();
  for (const id of neighbourhood.under(probedKeys)) if (id !== listing.id) propertyIds.add(neighbourhood.propertyIdOf(id));
  const candidates = [...propertyIds].sort().map((key) => ({ key, members: othersOf(key) })).filter(({ members }) => members.length > 0);
  const { group, score, reasons, merge } = chooseGroup(item, candidates);
  listing.groupingScore = score;
  listing.groupingReasons = group === null ? null : reasons;
  listing.propertyId = group ?? (previous !== null && others.length === 0 ? previous : newProperty(set));
  for (const merged of merge) set.merge(merged, listing.propertyId);
}

function newProperty(set: WorkingSet): string {
  const id = newId();
  set.newProperty(id);
  return id;
}
