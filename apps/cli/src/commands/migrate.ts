import { migrate } from '@gable/persistence';
import { createLogger, readConfig } from '@gable/runtime';
import { Command } from 'commander';
import { FAILED, printAnswer, printFailure, refusal } from '../terminal/outcome.js';
import { withDatabaseUrl, withInterrupt } from '../supervisor/with-database.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .option('--json', 'one JSON document on standard output')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env);
      const log = createLogger({ name: 'gable', level: config.logLevel });
      await withInterrupt(async (signal) => {
        try {
          const applied = await withDatabaseUrl(config, log, (url) =>
            Promise.race([migrate(url), interrupted(signal)]),
          );
          printAnswer(
            json,
            { applied },
            applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`,
          );
        } catch (error) {
          if (!signal.aborted) throw error;
          printFailure(error, json === true);
          process.exit(FAILED); // the statement under way would keep this process, for as long as an index takes
        }
      });
    });
}

/** A migration that was under way is rolled back by the server, or begins anew with the next run. */
function interrupted(signal: AbortSignal): Promise<never> {
  const reason = refusal('INTERRUPTED', 'Interrupted. Applied migrations stay; run gable migrate again.');
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(reason), { once: true }));
}
