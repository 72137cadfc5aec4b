import { newId, type Database } from '@gable/persistence';
import { withIngestLock, type Decider } from './locked-store.js';
import { planSplit } from './plan-decision.js';

/** What a split by hand did. */
export interface SplitDone {
  decisionId: string;
  /** The property that was cut; it keeps its favourites, and what was merged into it still points to it. */
  propertyId: string;
  /** The property that the listings are now. */
  newPropertyId: string;
  listingIds: readonly string[];
}

/**
 * Decides that these listings of a property are another home, a property of their own: none of them ever shares one
 * again with those that stay. Makes no alert event. Throws DecisionRefused, with nothing changed, where one is unknown,
 * none would stay, or a standing decision holds the two sides together.
 */
export async function splitProperty(
  database: Database,
  property: string,
  listings: readonly string[],
  { by, reason, note }: Decider,
): Promise<SplitDone> {
  return withIngestLock(database, async (store) => {
    const { propertyId, going: listingIds, staying } = await planSplit(store.decisions, property, listings);
    const set = await store.load(listingIds);
    const newPropertyId = newId(store.now);
    set.newProperty(newPropertyId);
    set.move(
      listingIds.map((id) => set.neighbourhood.member(id)!),
      newPropertyId,
    );
    const why = `decided by hand not to be the home of ${propertyId}${reason === null ? '' : `: ${reason}`}`;
    for (const id of set.movedIds) set.explain(id, { score: null, reasons: [why] });
    await store.write(set);
    const decisionId = newId(store.now);
    await store.decisions.record(
      {
        id: decisionId,
        kind: 'SPLIT',
        decidedBy: by,
        decidedAt: store.now,
        reason,
        propertyIds: [propertyId, newPropertyId],
        listingIds,
      },
      listingIds.flatMap((listingId) => staying.map((otherId) => ({ listingId, otherId, together: false }))),
    );
    await note?.(store.transaction, decisionId);
    return { decisionId, propertyId, newPropertyId, listingIds };
  });
}
