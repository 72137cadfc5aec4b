import { loadDivisions } from '@gable/ingest';
import { Command } from 'commander';
import { openFiles, totalBytes } from '../terminal/open-files.js';
import { printAnswer } from '../terminal/outcome.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { rejectFileOf } from '../terminal/reject-file-name.js';
import { withDatabase } from '../supervisor/with-database.js';

export function divisionsCommand(): Command {
  return new Command('divisions')
    .argument('<file...>', 'files; - is standard input')
    .option('--json', 'one JSON document on standard output')
    .action((files: string[], { json }: { json?: boolean }) =>
      withDatabase(async ({ database, config }) => {
        const total = { read: 0, written: 0, rejected: 0 };
        const rejects: string[] = [];
        const bar = startProgressBar('Divisions', 'bytes', totalBytes(files));
        let bytes = 0;
        try {
          for (const { name, stream } of openFiles(files, (more) => bar.update((bytes += more)))) {
            const report = await loadDivisions(database, stream, { rejectFile: rejectFileOf(config.home, name) });
            for (const figure of ['read', 'written', 'rejected'] as const) total[figure] += report[figure];
            if (report.rejects !== null) rejects.push(report.rejects);
          }
        } finally {
          bar.stop();
        }
        for (const file of rejects) process.stderr.write(`Rejected lines with their reasons: ${file}\n`);
        printAnswer(json, total, `${total.read} read, ${total.written} written, ${total.rejected} rejected.`);
      }),
    );
}
