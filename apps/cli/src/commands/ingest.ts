import { countUnknownField, emptyReport, FeedUnreadable, ingestFeed, type IngestReport } from '@gable/ingest';
import { Command } from 'commander';
import fs from 'node:fs';
import { openFiles, totalBytes } from '../terminal/open-files.js';
import { FAILED, printAnswer } from '../terminal/outcome.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { rejectFileOf } from '../terminal/reject-file-name.js';
import { withDatabase } from '../supervisor/with-database.js';

interface NamedReport {
  feed: string;
  report: IngestReport;
}

export function ingestCommand(): Command {
  return new Command('ingest')
    .description('read feeds (NDJSON, plain or gzip) into the store')
    .argument('<file...>', 'feeds, read in this order; - is standard input')
    .option('--json', 'one JSON document on standard output')
    .action((files: string[], { json }: { json?: boolean }) =>
      withDatabase(async ({ database, config, signal }) => {
        const bar = startProgressBar('Ingest', 'bytes', totalBytes(files));
        let bytes = 0;
        const reports: NamedReport[] = [];
        let broken: string | undefined;
        try {
          for (const { name, stream } of openFiles(files, (more) => bar.update((bytes += more)))) {
            try {
              reports.push({
                feed: name,
                report: await ingestFeed(database, stream, { rejectFile: rejectFileOf(config.home, name), signal }),
              });
            } catch (error) {
              if (!(error instanceof FeedUnreadable) || !error.report) throw error;
              reports.push({ feed: name, report: error.report }); // what came before the break is stored and counts
              broken = `${name}: ${error.message}`;
              break;
            }
          }
        } finally {
          bar.stop();
        }
        const total = addUp(reports, config.home);
        if (broken === undefined) return printAnswer(json, total, describe(total));
        process.exitCode = FAILED;
        process.stderr.write(`${broken}\n`);
        printAnswer(json, { error: broken, ...total }, describe(total));
      }),
    );
}

/** One accounting for all files. */
function addUp(reports: readonly NamedReport[], home: string): IngestReport {
  const total = emptyReport();
  for (const { report } of reports) {
    for (const figure of ['read', 'accepted', 'changed', 'unchanged', 'stale', 'rejected'] as const)
      total[figure] += report[figure];
    for (const [name, count] of Object.entries(report.unknownFields)) countUnknownField(total, name, count);
  }
  const refused = reports.filter(({ report }) => report.rejects !== null);
  return {
    ...total,
    rejects: refused.length <= 1 ? (refused[0]?.report.rejects ?? null) : join(refused, rejectFileOf(home, 'all')),
  };
}

/** The answer names one reject file. Line numbers count within a feed, so the joined file says of which. */
function join(refused: readonly NamedReport[], target: string): string {
  for (const { feed, report } of refused) {
    const lines = fs
      .readFileSync(report.rejects!, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const marked = lines.map((line) => `${JSON.stringify({ feed, ...(JSON.parse(line) as object) })}\n`);
    fs.appendFileSync(target, marked.join(''), { mode: 0o600 });
    fs.rmSync(report.rejects!);
  }
  return target;
}

function describe({ read, changed, unchanged, stale, rejected, rejects, unknownFields }: IngestReport): string {
  const unknown = Object.entries(unknownFields).map(([name, count]) => `${name} (${count})`);
  return [
    `${read} read: ${changed} changed, ${unchanged} unchanged, ${stale} stale, ${rejected} rejected.`,
    ...(rejects === null ? [] : [`Rejected lines with their reasons: ${rejects}`]),
    ...(unknown.length === 0 ? [] : [`Fields the format does not know: ${unknown.join(', ')}`]),
  ].join('\n');
}
