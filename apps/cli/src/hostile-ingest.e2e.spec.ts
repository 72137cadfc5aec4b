import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rounds } from '@gable/domain/testing';
import { createTestDatabase, type TestDatabase } from '@gable/testing';

const root = path.resolve(__dirname, '../../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-bomb-'));
let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(async () => {
  await testDatabase.drop();
  fs.rmSync(folder, { recursive: true });
});

/** Old objects of the JavaScript heap; buffers and everything else come on top. */
const HEAP_MB = 96;
/** A command with nothing to do has about 150. */
const MOST_MB = 420;
const MEGABYTE = 2 ** 20;

/** Runs `gable ingest` with a small heap; gives its report and the most memory it ever had. */
async function ingest(file: string, settings: NodeJS.ProcessEnv = {}) {
  const main = path.join(root, 'apps/cli/dist/main.js');
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, main, 'ingest', '--json', file], {
    env: { ...process.env, DATABASE_URL: testDatabase.url, GABLE_HOME: folder, GABLE_TEST_HOME: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors, peakKb] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const watch = setInterval(() => {
    const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peakKb = Math.max(peakKb, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }, 50);
  child.once('exit', () => clearInterval(watch));
  await once(child, 'close');
  if (output === '') throw new Error(errors);
  return { report: JSON.parse(output) as Record<string, unknown>, peakMb: peakKb / 1024 };
}

const line = (id: string, domain = 'portal.example'): string =>
  `${JSON.stringify({
    source: { domain, name: domain },
    externalId: id,
    observedAt: '2026-01-01T00:00:00Z',
    status: 'ONLINE',
    transactionType: 'SELL',
    propertyType: 'FLAT',
  })}\n`;

it('a line of a gigabyte in a file of a megabyte is rejected in bounded memory, and the rest lands', async () => {
  const file = path.join(folder, 'bomb.ndjson.gz');
  const part = gzipSync(Buffer.alloc(64 * MEGABYTE, 'x'));
  fs.writeFileSync(file, gzipSync(line('before')));
  for (let parts = 0; parts < 16; parts += 1) fs.appendFileSync(file, part);
  fs.appendFileSync(file, gzipSync(`\n${line('after')}`));
  expect(fs.statSync(file).size).toBeLessThan(2 * MEGABYTE);
  const { report, peakMb } = await ingest(file);
  expect(report).toMatchObject({ read: 3, accepted: 2, rejected: 1 });
  expect(fs.readFileSync(report.rejects as string, 'utf8')).toContain(`the line has ${1_024 * MEGABYTE} bytes`);
  expect(peakMb).toBeLessThan(MOST_MB);
}, 180_000);

it('a hundred thousand sources and many more rejected lines take bounded memory, disk and rows', async () => {
  const parts = rounds(3, 10);
  const file = path.join(folder, 'sources.ndjson.gz');
  const sources = Array.from({ length: 100_000 }, (_, at) => line('a', `s${at}.example`)).join('');
  fs.writeFileSync(file, gzipSync(sources));
  // Kept whole, they are longer than the file of rejected lines may be.
  const short = gzipSync(`{"unknown":0${' '.repeat(1_000)}}\n`.repeat(100_000));
  for (let n = 0; n < parts; n += 1) fs.appendFileSync(file, short);
  const { report, peakMb } = await ingest(file, { FEED_MAX_NEW_SOURCES: '20' });
  expect(report).toMatchObject({
    read: 100_000 * (1 + parts),
    accepted: 20,
    unknownFields: { unknown: 100_000 * parts },
  });
  const { size } = fs.statSync(report.rejects as string);
  expect([size > 250 * MEGABYTE, size < 257 * MEGABYTE]).toEqual([true, true]); // it is full
  expect(peakMb).toBeLessThan(MOST_MB);
}, 300_000);

it('names of fields steer no terminal and begin no line of their own', () => {
  const file = path.join(folder, 'names.ndjson');
  fs.writeFileSync(file, `${line('a').trimEnd().slice(0, -1)},"x\\u001b]0;title\\u0007y\\n0 rejected.\\u202e":1}\n`);
  const main = path.join(root, 'apps/cli/dist/main.js');
  const { stdout } = spawnSync(process.execPath, [main, 'ingest', file], {
    env: { ...process.env, DATABASE_URL: testDatabase.url, GABLE_HOME: folder, GABLE_TEST_HOME: '' },
    encoding: 'utf8',
  });
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringContaining('1 read'),
    String.raw`Fields that the format does not know: x\u001b]0;title\u0007y\u000a0 rejected.\u202e (1)`,
  ]);
});
