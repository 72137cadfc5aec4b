import { loadDivisions, UnknownFields, type DivisionReport } from '@gable/ingest';
import { Command } from 'commander';
import { openFiles, totalBytes } from '../terminal/open-files.js';
import { printAnswer } from '../terminal/outcome.js';
import { printableName } from '../terminal/printable.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { rejectFileOf } from '../terminal/reject-file-name.js';
import { withDatabase } from '../supervisor/with-database.js';

export function divisionsCommand(): Command {
  return new Command('divisions')
    .argument('<file...>', 'files; - is standard input')
    .option('--json', 'one JSON document on standard output')
    .action((files: string[], { json }: { json?: boolean }) =>
      withDatabase(async ({ database, config }) => {
        const total = {
          read: 0,
          written: 0,
          rejected: 0,
          unknownFields: Object.create(null) as DivisionReport['unknownFields'],
        };
        const unknownFields = new UnknownFields(total.unknownFields);
        const rejects: string[] = [];
        const bar = startProgressBar('Divisions', 'bytes', totalBytes(files));
        let bytes = 0;
        try {
          for (const { name, stream } of openFiles(files, (more) => bar.update((bytes += more)))) {
            const report = await loadDivisions(database, stream, { rejectFile: rejectFileOf(config.home, name) });
            for (const figure of ['read', 'written', 'rejected'] as const) total[figure] += report[figure];
            for (const [field, count] of Object.entries(report.unknownFields)) unknownFields.count(field, count);
            if (report.rejects !== null) rejects.push(report.rejects);
          }
        } finally {
          bar.stop();
        }
        for (const file of rejects) process.stderr.write(`Rejected lines with their reasons: ${file}\n`);
        printAnswer(json, total, describe(total));
      }),
    );
}

function describe({ read, written, rejected, unknownFields }: Omit<DivisionReport, 'rejects'>): string {
  const unknown = Object.entries(unknownFields).map(([name, count]) => `${printableName(name)} (${count})`);
  return [
    `${read} read, ${written} written, ${rejected} rejected.`,
    ...(unknown.length === 0 ? [] : [`Fields that the format does not know: ${unknown.join(', ')}`]),
  ].join('\n');
}
