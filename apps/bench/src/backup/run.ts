import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '@gable/persistence';
import { restoreBackup, writeBackup } from '@gable/persistence/backup';
import { type ProgramCall, readOptions, wholeNumber } from '@gable/testing/options';
import { fillWithShownProperties } from '../data/fill-with-shown-properties.js';
import { withBenchDatabase } from '../harness/bench-database.js';
import { printResults, say, type BenchResult } from '../harness/print-results.js';
import { copyBaseline } from '../ingest/copy-baseline.js';

/** How fast a store is backed up and restored, beside plain COPY of its tables on the same server in the same run. */
export async function run(call: ProgramCall): Promise<void> {
  const { properties, json } = readOptions(call, {
    properties: wholeNumber('properties in the store', 80_000),
  });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bench-backup-'));
  try {
    printResults(await withBenchDatabase((database, url) => measure(database, url, folder, properties)), json);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function measure(database: Database, url: string, folder: string, properties: number): Promise<BenchResult[]> {
  await fillWithShownProperties(database, properties);
  const [{ listings }] = (await database.query<{ listings: number }>('select count(*) as listings from listing')) as [
    { listings: number },
  ];
  say(`${properties} properties of ${listings} listings.`);
  const file = path.join(folder, 'store.gable');
  const out = await timed(() => copyOut(database, folder));
  const memory = watchMemory();
  const written = await timed(() => writeBackup(database, fs.createWriteStream(file)));
  const backupMegabytes = memory();
  const { rows, bytes } = written.result;
  await database.query('create database restored');
  const target = Object.assign(new URL(url), { pathname: '/restored' }).href;
  const again = watchMemory();
  const restored = await timed(() =>
    restoreBackup(target, () => fs.createReadStream(file), { by: 'bench', name: 'bench' }),
  );
  const restoreMegabytes = again();
  const into = await copyBaseline(database);
  const of = (seconds: number) => ({ seconds, rowsPerSecond: Math.round(rows / seconds) });
  return [
    { bench: 'backup', case: 'COPY of every table to a file', rows, ...of(out.seconds) },
    {
      bench: 'backup',
      case: 'backup',
      rows,
      ...of(written.seconds),
      fileBytes: bytes,
      memoryMegabytes: backupMegabytes,
    },
    {
      bench: 'backup',
      case: 'restore, with all checks',
      rows,
      ...of(restored.seconds),
      memoryMegabytes: restoreMegabytes,
    },
    { bench: 'backup', case: 'COPY of the tables of listings into ones with indexes', seconds: into },
  ];
}

async function copyOut(database: Database, folder: string): Promise<void> {
  const tables = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  await database.transaction(async ({ client }) => {
    for (const { name } of tables)
      await pipeline(client.query(copyTo(`copy ${name} to stdout`)), fs.createWriteStream(path.join(folder, 'table')));
  });
}

/** Answers the most memory that this process had meanwhile, in MB beyond what it had before. */
function watchMemory(): () => number {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  return () => {
    clearInterval(timer);
    return Math.round((most - before) / 2 ** 20);
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1_000 };
}
