import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateDemo, readFrance } from '@gable/demo';
import { ingestFeed, loadDivisions } from '@gable/ingest';
import type { Database } from '@gable/persistence';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { withBenchDatabase } from '../harness/bench-database.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { timed } from '../harness/times.js';
import { changesOf, readTables, vacuumWhereDue, writtenAheadBytes, type TableFigures } from './table-figures.js';

const REFERENCE = new Date('2026-06-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const rejectFile = path.join(os.tmpdir(), `gable-bench-refresh-${process.pid}.ndjson`);

/**
 * A day of a feed that repeats its listings every hour and changes nothing: what that writes, and whether tables stay
 * as large as they were. Time is compressed, so after every hour tables are vacuumed where autovacuum would.
 */
export async function run(call: ProgramCall): Promise<void> {
  const { listings, hours, json } = readOptions(call, {
    listings: wholeNumber('listings in the feed', 20_000),
    hours: wholeNumber('how often it repeats itself', 24),
  });
  const { divisions, lines } = generateDemo(readFrance(), { reference: REFERENCE, listings });
  const newest = lastStates(lines.map((line) => JSON.stringify(line)));
  say(`${newest.length} listings, refreshed ${hours} times.`);
  const results = await withBenchDatabase(async (database) => {
    await loadDivisions(database, bytesOf(divisions.map((each) => JSON.stringify(each))), { rejectFile });
    await ingest(database, at(newest, 0));
    await database.query('vacuum analyze');
    return measureDay(database, newest, hours);
  });
  printResults(results, json);
}

async function measureDay(database: Database, lines: readonly string[], hours: number): Promise<BenchResult[]> {
  const before = await readTables(database);
  const [walBefore, vacuums] = [await writtenAheadBytes(database), { count: 0 }];
  let ms = 0;
  for (let hour = 1; hour <= hours; hour++) {
    ms += await timed(() => ingest(database, at(lines, hour)));
    await sleep(1_100); // until sessions have given their figures to the server
    vacuums.count += await vacuumWhereDue(database);
  }
  const bytes = (await writtenAheadBytes(database)) - walBefore;
  const after = await readTables(database);
  const day = {
    bench: 'refresh',
    case: 'day',
    lines: lines.length * hours,
    linesPerSecond: Math.round((lines.length * hours * 1_000) / ms),
    walBytesPerLine: Math.round(bytes / (lines.length * hours)),
    vacuums: vacuums.count,
  };
  return [day, ...changesOf(before, after).map((table) => resultOf(table))];
}

const resultOf = ({ name, ...figures }: TableFigures): BenchResult => ({
  bench: 'refresh',
  case: name,
  ...figures,
  hotShare: figures.updates === 0 ? 1 : figures.hotUpdates / figures.updates,
});

/** The newest state of each listing: a feed says nothing else when it repeats itself. */
function lastStates(lines: readonly string[]): string[] {
  const newest = new Map<string, string>();
  for (const line of lines) {
    const { source, externalId } = JSON.parse(line) as { source: { domain: string }; externalId: string };
    newest.set(`${source.domain} ${externalId}`, line);
  }
  return [...newest.values()];
}

function* at(lines: readonly string[], hour: number): Generator<string> {
  const observedAt = new Date(REFERENCE.getTime() + hour * HOUR_MS).toISOString();
  for (const line of lines) yield line.replace(/"observedAt":"[^"]*"/, `"observedAt":"${observedAt}"`);
}

async function ingest(database: Database, lines: Iterable<string>): Promise<void> {
  const report = await ingestFeed(database, bytesOf(lines), { rejectFile });
  if (report.rejected > 0) throw new Error(`${report.rejected} lines were refused, see ${rejectFile}`);
}

function bytesOf(lines: Iterable<string>): Readable {
  function* chunks(): Generator<Buffer> {
    for (const line of lines) yield Buffer.from(`${line}\n`);
  }
  return Readable.from(chunks(), { objectMode: false });
}
