import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, ingestFeed, type TestDatabase } from '@gable/testing';
import { ExpectedStates, type SaidLine } from './expected-states.js';

let testDatabase: TestDatabase;
let database: Database;
const expected = new ExpectedStates();

const line = (externalId: string, hour: number, price: number): SaidLine & Record<string, unknown> => ({
  ...{ source: { domain: 'one.example', name: 'One' }, externalId, status: 'ONLINE', price, currency: 'EUR' },
  ...{ transactionType: 'SELL', propertyType: 'LAND', title: externalId },
  observedAt: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
});

async function read(...lines: SaidLine[]): Promise<void> {
  const rejectFile = path.join(os.tmpdir(), `gable-expected-${process.pid}.ndjson`);
  await ingestFeed(database, Readable.from([lines.map((each) => JSON.stringify(each)).join('\n')].map(Buffer.from)), {
    rejectFile,
  });
}

const found = () => expected.differences(database, new Set());

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
  const lines = [line('a', 0, 1_000), line('b', 0, 2_000), line('a', 1, 1_000), line('b', 1, 2_100)];
  await read(...lines);
  lines.forEach((each) => expected.note(each));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

it('finds nothing where every listing is as its newest line said, also one that was seen again', async () => {
  expected.note(line('b', 0, 9_000)); // an older state that was refused
  expect(await found()).toEqual({ lost: [], madeUp: [] });
});

it('finds a listing that an older state has overwritten', async () => {
  await database.query(
    `update listing_revision set state = jsonb_set(state::jsonb, '{price}', '9') where revision_id = 2`,
  );
  expect((await found()).madeUp).toEqual(['one.example b costs 9, its newest line says 2100']);
  await database.query(
    `update listing_revision set state = jsonb_set(state::jsonb, '{price}', '2100') where revision_id = 2`,
  );
});

it('finds a line that did not land, a listing that is not stored, and one that nobody sent', async () => {
  expected.note(line('a', 2, 1_000));
  expected.note(line('c', 0, 1_000));
  await read(line('d', 0, 1_000));
  const { lost, madeUp } = await found();
  expect(lost).toEqual([expect.stringContaining('one.example a was last seen'), 'one.example c is not stored']);
  expect(madeUp).toEqual(['one.example d is stored, and nobody sent it']);
});
