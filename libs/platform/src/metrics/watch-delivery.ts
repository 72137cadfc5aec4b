import type { Database } from '@gable/persistence';
import { DeliveryPauseStore } from '@gable/persistence/delivery';

/** Says that deliveries are held back, since when and by whom. */
export async function warnOfPause(database: Database): Promise<string | undefined> {
  const pause = await new DeliveryPauseStore(database).read();
  return pause === null
    ? undefined
    : `Nothing has been sent since ${pause.pausedAt.toISOString()} (${pause.pausedBy}). To resume: ` +
        'gable delivery resume';
}
