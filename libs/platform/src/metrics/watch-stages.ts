import type { Database } from '@gable/persistence';
import { unattendedStages, WorkerProcessStore } from '@gable/persistence/operation';
import { neededStages, type Config } from '@gable/runtime';

/** Says which stages no worker process runs; nothing where each has one. */
export async function warnOfStages(
  database: Database,
  config: Pick<Config, 'searchEngine'>,
): Promise<string | undefined> {
  const missing = unattendedStages(neededStages(config), await new WorkerProcessStore(database).list());
  return missing.length === 0 ? undefined : `No worker runs ${missing.join(', ')}.`;
}
