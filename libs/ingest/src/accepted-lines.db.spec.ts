import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { generateExtremeLines, rounds } from '@gable/domain/testing';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { ingestFeed } from './ingest-feed.js';
import type { Reject } from './reading/reject.js';

let testDatabase: TestDatabase;
let database: Database;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-extremes-'));
const rejectFile = path.join(folder, 'rejects.ndjson');

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 4 });
});
beforeEach(() =>
  database.query(`truncate listing, listing_revision, listing_block, listing_change, market_event, index_dirty,
    property, source, source_figures`),
);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  fs.rmSync(folder, { recursive: true });
});

const LINES = Number(process.env.PAIRS ?? rounds(1_500, 10_000));

it.each([1, 2, 3, 4])('stores every line that the format accepts, whatever repeats in it: seed %i', async (seed) => {
  const log: object[] = [];
  const lines = generateExtremeLines(seed, LINES);
  const report = await ingestFeed(database, Readable.from(lines.map((line) => Buffer.from(`${line}\n`))), {
    rejectFile,
    batchSize: 20 + seed,
    log: { error: (details) => log.push(details) },
  });
  const rejects = fs
    .readFileSync(rejectFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reject);
  expect(log).toEqual([]);
  expect(rejects.filter(({ reasons }) => reasons.some(({ path: at }) => at === ''))).toEqual([]);
  expect(report.changed).toBeGreaterThan(LINES / 20);
  expect(report.rejected).toBeGreaterThan(LINES / 20);
  const [counted] = await database.query(
    `select (select sum(online) from source_figures) = (select count(*) from listing where online) as "isKept"`,
  );
  expect(counted).toEqual({ isKept: true });
});
