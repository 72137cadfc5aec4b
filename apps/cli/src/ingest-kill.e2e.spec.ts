import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, storeState, type TestDatabase } from '@gable/testing';
import { generateDemo, readFrance } from '@gable/demo';
import { runIngest } from './testing/run-ingest.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-kill-'));
const feed = path.join(folder, 'feed.ndjson');

let clean: TestDatabase;
let killed: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  const { lines } = generateDemo(readFrance(), { reference: new Date('2026-06-01T00:00:00Z'), listings: 1_500 });
  fs.writeFileSync(feed, lines.map((line) => `${JSON.stringify(line)}\n`).join('') + 'not a feed line\n');
  [clean, killed] = await Promise.all([createTestDatabase(), createTestDatabase()]);
}, 60_000);

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await Promise.all([clean.drop(), killed.drop()]);
  fs.rmSync(folder, { recursive: true });
});

const ingest = (url: string, killAfterMs?: number) => runIngest({ url, home: folder, feed, killAfterMs });

async function open(url: string): Promise<Database> {
  const database = await openDatabase(url, { poolSize: 2 });
  opened.push(database);
  return database;
}

describe('gable ingest', () => {
  it('killed at any moment and run again, ends in the state of one clean run', async () => {
    const report = await ingest(clean.url);
    expect(report).toMatchObject({ rejected: 1 });
    const database = await open(killed.url);

    let kills = 0;
    let partial = 0;
    for (let wait = 400; wait < 120_000; wait = Math.ceil(wait * 1.35)) {
      if (await ingest(killed.url, wait)) break;
      kills += 1;
      const [row] = await database.query<{ n: number }>('select count(*) as n from listing_revision');
      if (row!.n > 0) partial += 1;
    }
    expect(kills).toBeGreaterThan(2);
    expect(partial).toBeGreaterThan(0); // else it was only ever killed before it had begun

    // Batches are as large as the database is quick, and revisions of properties count batches.
    const batches = { propertyRevisions: false };
    expect(await storeState(database, batches)).toEqual(await storeState(await open(clean.url), batches));
  }, 180_000);

  it('run once more, changes nothing', async () => {
    const before = await storeState(await open(clean.url));
    const report = await ingest(clean.url);
    expect(report).toMatchObject({ changed: 0, rejected: 1 });
    expect(report!.read).toBe((report!.accepted as number) + 1);
    expect(await storeState(await open(clean.url))).toEqual(before);
  }, 60_000);
});
