import { migrate } from '@gable/persistence';
import { createLogger, readConfig } from '@gable/runtime';
import { Command } from 'commander';
import { printAnswer } from '../terminal/outcome.js';
import { withDatabaseUrl } from '../supervisor/with-database.js';

export function migrateCommand(): Command {
  return new Command('migrate')
    .option('--json', 'one JSON document on standard output')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env);
      const log = createLogger({ name: 'gable', level: config.logLevel });
      const applied = await withDatabaseUrl(config, log, (url) => migrate(url));
      printAnswer(
        json,
        { applied },
        applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}`,
      );
    });
}
