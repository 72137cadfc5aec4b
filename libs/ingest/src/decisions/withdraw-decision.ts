import { isUuid } from '@gable/domain';
import type { Database } from '@gable/persistence';
import { DecisionRefused } from './decision-refused.js';
import { withIngestLock, type Decider } from './locked-store.js';

/**
 * Takes a manual decision back: nothing holds its listings together or apart any more. Nothing moves by this alone;
 * later states, `settleListings` and `gable regroup` decide by evidence. Throws DecisionRefused where no such decision
 * stands.
 */
export async function withdrawDecision(
  database: Database,
  decisionId: string,
  { by, reason, note }: Decider,
): Promise<void> {
  await withIngestLock(database, async (store) => {
    await store.write(null);
    if (!isUuid(decisionId) || !(await store.decisions.withdraw(decisionId, { by, reason }, store.now)))
      throw new DecisionRefused(
        'UNKNOWN_DECISION',
        `There is no decision ${decisionId} that stands; gable properties decisions shows all.`,
      );
    await note?.(store.transaction, decisionId);
  });
}
