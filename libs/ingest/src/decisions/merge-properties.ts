import { newId, type Database } from '@gable/persistence';
import { withIngestLock, type Decider } from './locked-store.js';
import { planMerge, type MergePlan } from './plan-decision.js';

/** What a merge by hand did. */
export interface MergeDone extends MergePlan {
  readonly decisionId: string;
}

/**
 * Decides that properties are one home. Every listing they have now stays together from here on, whatever later states,
 * scores or runs of regroup say. Makes no alert event: no listing changed. Throws DecisionRefused where a property is
 * unknown or a standing decision keeps two of the listings apart; then nothing is changed.
 */
export async function mergeProperties(
  database: Database,
  propertyIds: readonly string[],
  { by, reason, note }: Decider,
): Promise<MergeDone> {
  return withIngestLock(database, async (store) => {
    const { propertyId, merged: others, listingIds } = await planMerge(store.decisions, propertyIds);
    const set = others.length > 0 ? await store.load(listingIds) : null;
    if (set !== null) {
      for (const other of others) set.merge(other, propertyId);
      for (const id of set.movedIds)
        set.explain(id, {
          score: null,
          reasons: [`decided by hand to be one home${reason === null ? '' : `: ${reason}`}`],
        });
    }
    await store.write(set);
    const decisionId = newId(store.now);
    await store.decisions.record(
      {
        id: decisionId,
        kind: 'MERGE',
        decidedBy: by,
        decidedAt: store.now,
        reason,
        propertyIds: [propertyId, ...others],
        listingIds,
      },
      // A chain: together is transitive.
      listingIds.slice(1).map((otherId, i) => ({ listingId: listingIds[i]!, otherId, together: true })),
    );
    await note?.(store.transaction, decisionId);
    return { decisionId, propertyId, merged: others, listingIds };
  });
}
