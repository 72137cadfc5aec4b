import {
  chooseGroup,
  mergesAllowed,
  PairScores,
  stillBelongs,
  type GroupCandidate,
  type GroupingItem,
} from '@gable/domain/grouping';
import { newId } from '@gable/persistence';
import type { PropertyMember } from '@gable/persistence/listings';
import type { WorkingListing, WorkingSet } from './working-set.js';

/**
 * To which property a listing in its new state belongs: to its own while it agrees with the others there, else to the
 * best that its blocking keys lead to, else to a new one; properties that it shows to be one home are merged. Decisions
 * by hand stand above all of this.
 */
export function chooseProperty(
  set: WorkingSet,
  listing: WorkingListing,
  probedKeys: readonly string[],
  previous: string | null,
): void {
  const { neighbourhood } = set;
  const { ties } = neighbourhood;
  const item: GroupingItem = { id: listing.id, sourceId: listing.sourceId, listing: listing.state };
  const unit = ties.unitOf(listing.id);
  const outsideUnit = (propertyId: string) => {
    const members = neighbourhood.membersOf(propertyId);
    return propertyId === previous ? members.filter(({ id }) => !unit.has(id)) : members;
  };
  const others = previous === null ? [] : outsideUnit(previous);
  if (previous !== null && others.length > 0 && stillBelongs(item, others)) return;

  const bound =
    previous === null ? [] : neighbourhood.membersOf(previous).filter(({ id }) => id !== listing.id && unit.has(id));
  const propertyIds = new Set<string>();
  for (const id of neighbourhood.under(probedKeys)) if (!unit.has(id)) propertyIds.add(neighbourhood.propertyIdOf(id));
  const candidates = [...propertyIds]
    .sort()
    .map((key) => ({ key, members: outsideUnit(key) }))
    .filter(({ members }) => members.length > 0 && !ties.keepApart(unit, members) && agreesWith(bound, members));
  const { group, score, reasons, merge } = chooseGroup(item, candidates);
  listing.groupingScore = score;
  listing.groupingReasons = group === null ? null : reasons;
  listing.propertyId = group ?? (previous !== null && others.length === 0 ? previous : newProperty(set));
  if (bound.length > 0 && listing.propertyId !== previous) set.move(bound, listing.propertyId);
  if (merge.length === 0) return;
  const byKey = new Map<string, GroupCandidate>(candidates.map((candidate) => [candidate.key, candidate]));
  const joined = [item, ...bound, ...byKey.get(group!)!.members];
  for (const { key } of mergesAllowed(
    joined,
    merge.map((merged) => byKey.get(merged)!),
    ties,
  ))
    set.merge(key, listing.propertyId);
}

/** The listings that come along must fit as well: their own evidence was never weighed against these. */
function agreesWith(bound: readonly PropertyMember[], members: readonly GroupingItem[]): boolean {
  if (bound.length === 0) return true;
  const { contradicts, sum } = new PairScores().between(bound, members);
  return !contradicts && sum >= 0;
}

function newProperty(set: WorkingSet): string {
  const id = newId(set.now);
  set.newProperty(id);
  return id;
}
