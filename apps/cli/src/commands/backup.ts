import { readSchemaState, type Database } from '@gable/persistence';
import { writeBackup, type BackupReport } from '@gable/persistence/backup';
import { Command } from 'commander';
import type { Writable } from 'node:stream';
import { printAnswer } from '../terminal/outcome.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { writeWholeFile } from '../terminal/write-whole-file.js';
import { withDatabase } from '../supervisor/with-database.js';

export function backupCommand(): Command {
  return new Command('backup')
    .argument(
      '<file>',
      'the file to write; an earlier file of this name is replaced once this one is complete; - is ' +
        'standard output',
    )
    .option('--json', 'one JSON document on standard output; on standard error if the backup goes to standard output')
    .action((file: string, { json }: { json?: boolean }) =>
      withDatabase(async ({ database, signal }) => {
        await refuseOther(database);
        const bar = startProgressBar('Backup', 'bytes');
        const write = (sink: Writable): Promise<BackupReport> =>
          writeBackup(database, sink, { signal, onProgress: (bytes) => bar.update(bytes) });
        try {
          const report = file === '-' ? await write(process.stdout) : await writeWholeFile(file, write);
          const { tables, rows, bytes, sha256 } = report;
          const answer = { tables: tables.length, rows, bytes, sha256 };
          const sentence = `${rows} rows of ${tables.length} tables, ${bytes} bytes, SHA-256 ${sha256}.`;
          if (file === '-') process.stderr.write(`${json ? JSON.stringify(answer) : sentence}\n`);
          else printAnswer(json, answer, sentence);
        } finally {
          bar.stop();
        }
      }),
    );
}

/** A backup has the schema of the release that makes it. */
async function refuseOther(database: Database): Promise<void> {
  const state = await readSchemaState(database);
  if (state.kind === 'ahead')
    throw new Error(`The database has schema ${state.schema}, of a newer release: back up with that release.`);
  if (state.kind === 'behind')
    throw new Error(
      `The database has schema ${state.schema ?? 'of none'}; this release backs up ${state.needs}. ` +
        'Back up with the release that runs, or run gable migrate first.',
    );
}
