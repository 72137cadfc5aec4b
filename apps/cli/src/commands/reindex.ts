import { LOCKS } from '@gable/persistence';
import { explainFailure, type RebuildProgress } from '@gable/search';
import { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { printAnswer, refusal } from '../terminal/outcome.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { withDatabase } from '../supervisor/with-database.js';
import { indexingParts } from '../supervisor/indexing-parts.js';

/** A worker that makes the first index takes steps too; nobody holds the lock for longer than one. */
const WAIT_FOR_LOCK_MS = 100;

export function reindexCommand(): Command {
  return new Command('reindex')
    .option('--json', 'one JSON document on standard output')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ database, config, signal }) => {
        const began = performance.now();
        const { client, documents, rebuild } = indexingParts(config, database);
        const bar = startProgressBar('Index', 'properties', await documents.count());
        try {
          let progress: RebuildProgress | undefined;
          while (progress?.phase !== 'done') {
            signal.throwIfAborted();
            progress = await database.withLock(LOCKS.indexRebuild, async (lost) =>
              rebuild.step((await database.now()).getTime(), lost),
            );
            if (progress === undefined) await sleep(WAIT_FOR_LOCK_MS);
            else bar.update(progress.loaded);
          }
          bar.stop();
          const seconds = Math.round((performance.now() - began) / 100) / 10;
          printAnswer(
            json,
            { indexed: progress.loaded, seconds },
            `${progress.loaded} properties indexed in ${seconds} s. The previous index is kept for a day.`,
          );
        } catch (error) {
          const failure = explainFailure(error);
          if (failure === undefined) throw error;
          throw refusal('SEARCH_ENGINE_FAILED', `${failure} What is loaded stays: the next run continues from there.`);
        } finally {
          bar.stop();
          await client.close();
        }
      }),
    );
}
