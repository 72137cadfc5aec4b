import {
  emptyReport,
  FeedUnreadable,
  ingestFeed,
  SnapshotRefused,
  UnknownFields,
  type AskedSnapshot,
  type IngestReport,
} from '@gable/ingest';
import { parseDateTime } from '@gable/domain/listing';
import { Command, InvalidArgumentError } from 'commander';
import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { filled } from '../terminal/filled.js';
import { openFiles, totalBytes } from '../terminal/open-files.js';
import { FAILED, printAnswer } from '../terminal/outcome.js';
import { printable, printableName } from '../terminal/printable.js';
import { startProgressBar } from '../terminal/progress-bar.js';
import { rejectFileOf } from '../terminal/reject-file-name.js';
import { withDatabase } from '../supervisor/with-database.js';

interface NamedReport {
  feed: string;
  report: IngestReport;
}

interface IngestCommandOptions {
  snapshot?: boolean;
  source?: string;
  observedAt?: Date;
  force?: boolean;
  json?: boolean;
}

export function ingestCommand(): Command {
  return new Command('ingest')
    .argument('<file...>', 'feeds, read in this order; - is standard input')
    .option(
      '--snapshot',
      'each file contains all online listings of one source: listings that it does not contain go offline',
    )
    .option('--source <domain>', 'the source of the snapshot; by default, that of its first line', domainOf)
    .option('--observed-at <time>', 'the time of the snapshot; by default, that of its newest line', instantOf)
    .option('--force', 'take listings offline even if they are more than SNAPSHOT_MAX_DROP')
    .option('--json', 'one JSON document on standard output')
    .action((files: string[], options: IngestCommandOptions) => {
      const { json, force } = options;
      const snapshot = snapshotOf(options, files);
      return withDatabase(async ({ database, config, log, signal }) => {
        const bar = startProgressBar('Ingest', 'bytes', totalBytes(files));
        let bytes = 0;
        const reports: NamedReport[] = [];
        let broken: string | undefined;
        try {
          for (const { name, stream, isWhole } of openFiles(files, (more) => bar.update((bytes += more)))) {
            try {
              reports.push({
                feed: name,
                report: await ingestFeed(database, stream, {
                  rejectFile: rejectFileOf(config.home, name),
                  limits: config.feedLimits,
                  ...{ snapshot, force, isWhole, log, signal },
                }),
              });
            } catch (error) {
              const isKnown = error instanceof FeedUnreadable || error instanceof SnapshotRefused;
              if (!isKnown || !error.report) throw error;
              reports.push({ feed: name, report: error.report }); // what came before the break is stored and counts
              broken = `${name}: ${error.message}`;
              break;
            }
          }
        } finally {
          bar.stop();
        }
        const total = await addUp(reports, config.home);
        if (broken === undefined) return printAnswer(json, total, describe(total));
        process.exitCode = FAILED;
        process.stderr.write(`${printable(broken)}\n`);
        printAnswer(json, { error: broken, ...total }, describe(total));
      });
    });
}

function snapshotOf({ snapshot, source, observedAt }: IngestCommandOptions, files: readonly string[]) {
  const named = source !== undefined || observedAt !== undefined;
  if (named && (!snapshot || files.length > 1))
    throw new InvalidArgumentError('--source and --observed-at belong to --snapshot and one file.');
  return snapshot ? ({ source, observedAt } satisfies AskedSnapshot) : undefined;
}

function domainOf(text: string): string {
  return filled(text).toLowerCase();
}

function instantOf(text: string): Date {
  const found = parseDateTime(text);
  if (found === undefined) throw new InvalidArgumentError('Expects a date-time with a zone: 2026-11-21T09:30:00Z.');
  return new Date(found);
}

/** One accounting for all files. */
async function addUp(reports: readonly NamedReport[], home: string): Promise<IngestReport> {
  const total = emptyReport();
  const unknownFields = new UnknownFields(total.unknownFields);
  for (const { report } of reports) {
    for (const figure of ['read', 'accepted', 'changed', 'unchanged', 'stale', 'rejected'] as const)
      total[figure] += report[figure];
    for (const [name, count] of Object.entries(report.unknownFields)) unknownFields.count(name, count);
  }
  const snapshots = reports.flatMap(({ report: { offline } }) => offline ?? []);
  if (snapshots.length > 0) total.offline = snapshots.reduce((sum, offline) => sum + offline);
  total.newerSnapshot = reports.findLast(({ report }) => report.newerSnapshot)?.report.newerSnapshot;
  const refused = reports.filter(({ report }) => report.rejects !== null);
  return {
    ...total,
    rejects:
      refused.length <= 1 ? (refused[0]?.report.rejects ?? null) : await join(refused, rejectFileOf(home, 'all')),
  };
}

/** The answer names one reject file. Line numbers count within a feed, so the joined file says of which. */
async function join(refused: readonly NamedReport[], target: string): Promise<string> {
  for (const { feed, report } of refused) {
    const lines = createInterface({ input: fs.createReadStream(report.rejects!), crlfDelay: Infinity });
    await pipeline(lines, marked(feed), fs.createWriteStream(target, { flags: 'a', mode: 0o600 }));
    fs.rmSync(report.rejects!);
  }
  return target;
}

/** Line by line: a reject file may be as large as its feed. */
function marked(feed: string) {
  return async function* (lines: AsyncIterable<string>) {
    for await (const line of lines)
      if (line !== '') yield `${JSON.stringify({ feed, ...(JSON.parse(line) as object) })}\n`;
  };
}

function describe(report: IngestReport): string {
  const { read, changed, unchanged, stale, rejected, rejects, unknownFields, offline, newerSnapshot } = report;
  const unknown = Object.entries(unknownFields).map(([name, count]) => `${printableName(name)} (${count})`);
  return [
    `${read} read: ${changed} changed, ${unchanged} unchanged, ${stale} stale, ${rejected} rejected.`,
    ...(offline === undefined ? [] : [`${offline} listings went offline: the snapshot does not contain them.`]),
    ...(newerSnapshot === undefined
      ? []
      : [`Nothing went offline: a snapshot of ${newerSnapshot}, which is newer, was read before.`]),
    ...(rejects === null ? [] : [`Rejected lines with their reasons: ${rejects}`]),
    ...(unknown.length === 0 ? [] : [`Fields that the format does not know: ${unknown.join(', ')}`]),
  ].join('\n');
}
