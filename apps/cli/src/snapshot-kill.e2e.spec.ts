import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, feedState, storeState, type TestDatabase } from '@gable/testing';
import { runIngest } from './testing/run-ingest.js';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-snapshot-kill-'));
const LISTINGS = 2_400;
const KEPT = 1_800;

let clean: TestDatabase;
let killed: TestDatabase;
const opened: Database[] = [];

const line = (n: number, observedAt: string): string =>
  JSON.stringify(feedState({ externalId: `l${n}`, observedAt, price: 1_000 * n, area: 20 + (n % 300), floor: n % 40 }));
const numbers = Array.from({ length: LISTINGS }, (_, n) => n);

beforeAll(async () => {
  [clean, killed] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const file = write('first.ndjson', numbers.map((n) => line(n, '2026-01-01T00:00:00Z')).join('\n'));
  for (const { url } of [clean, killed]) expect(await runIngest({ url, home, feed: file })).toBeDefined();
}, 120_000);
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await Promise.all([clean.drop(), killed.drop()]);
  fs.rmSync(home, { recursive: true });
});

function write(name: string, content: string | Buffer): string {
  const file = path.join(home, name);
  fs.writeFileSync(file, content);
  return file;
}

async function open({ url }: TestDatabase): Promise<Database> {
  const database = await openDatabase(url, { poolSize: 2 });
  opened.push(database);
  return database;
}

describe('gable ingest of a snapshot', () => {
  const observedAt = '2026-01-02T00:00:00.000Z';
  const header = JSON.stringify({ snapshot: { source: { domain: 'portal.example' }, observedAt } });
  const whole = gzipSync([header, ...numbers.slice(0, KEPT).map((n) => line(n, observedAt))].join('\n'));

  it('killed in any batch and run again, ends in the state of one clean run, and nobody is offline before its end', async () => {
    const feed = write('snapshot.ndjson.gz', whole);
    expect(await runIngest({ url: clean.url, home, feed })).toMatchObject({ read: KEPT, offline: LISTINGS - KEPT });
    const database = await open(killed);
    const seen = async () => {
      const [row] = await database.query<{ seen: number; offline: number }>(
        `select count(*) filter (where online and seen.observed_at = '${observedAt}') as seen,
           count(*) filter (where not online) as offline
         from listing join listing_seen seen using (id)`,
      );
      return row!;
    };
    const batches = async () =>
      (await database.query<{ version: number }>('select version from ingest_lock'))[0]!.version;
    let [kills, partial] = [0, 0];
    for (let nth = 1; nth < 100; nth += 1) {
      const last = (await batches()) + nth;
      const killWhen = async () => (await batches()) >= last;
      if (await runIngest({ url: killed.url, home, feed, killWhen })) break;
      kills += 1;
      const { seen: stored, offline } = await seen();
      if (stored < KEPT || offline < LISTINGS - KEPT) partial += 1;
      if (offline > 0) expect(stored).toBe(KEPT);
    }
    expect(kills).toBeGreaterThan(3);
    expect(partial).toBeGreaterThan(1);
    const what = { propertyRevisions: false }; // they count batches
    expect(await storeState(database, what)).toEqual(await storeState(await open(clean), what));
  }, 240_000);

  it('that is cut off, or drops too much, fails and takes nobody offline', async () => {
    const later = whole.subarray(0, whole.length - 200);
    expect(await runIngest({ url: clean.url, home, feed: write('cut.ndjson.gz', later) })).toBeUndefined();
    const few = write(
      'few.ndjson',
      numbers
        .slice(0, 500)
        .map((n) => line(n, '2026-01-03T00:00:00Z'))
        .join('\n'),
    );
    const database = await open(clean);
    const offline = async () => (await database.query('select count(*) as n from listing where not online'))[0];
    expect(await runIngest({ url: clean.url, home, feed: few, options: ['--snapshot'] })).toBeUndefined();
    expect(await offline()).toEqual({ n: LISTINGS - KEPT });
    expect(await runIngest({ url: clean.url, home, feed: few, options: ['--snapshot', '--force'] })).toMatchObject({
      offline: KEPT - 500,
    });
    expect(
      await runIngest({ url: clean.url, home, feed: few, options: ['--source', 'portal.example'] }),
    ).toBeUndefined();
  }, 60_000);
});
