import { Readable } from 'node:stream';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '@gable/persistence';
import { SourceStore } from '@gable/persistence/listings';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { ingestFeed } from '../ingest-feed.js';

let testDatabase: TestDatabase;
let database: Database;
const rejectFile = path.join(os.tmpdir(), `gable-reject-counts-${process.pid}.ndjson`);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 3 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const line = (domain: string | undefined, over: object = {}): object => ({
  ...(domain !== undefined && { source: { domain, name: domain } }),
  externalId: 'a',
  observedAt: '2026-01-01T00:00:00Z',
  status: 'ONLINE',
  transactionType: 'SELL',
  propertyType: 'FLAT',
  ...over,
});
const ingest = (lines: readonly unknown[], onlySource?: string) =>
  ingestFeed(
    database,
    Readable.from([
      Buffer.from(lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')),
    ]),
    { rejectFile, ...(onlySource !== undefined && { onlySource }) },
  );
async function rejects(): Promise<Record<string, number>> {
  const { items } = await new SourceStore(database).list(undefined, { offset: 0, limit: 10 });
  return Object.fromEntries(items.map(({ domain, rejectsOfLastDay }) => [domain, rejectsOfLastDay]));
}

it('counts what a provider sends wrongly for its own source, whatever the lines say, and for nobody else', async () => {
  await ingest([line('own.example'), line('other.example')]);
  const wrong = ['no JSON', line(undefined), line('own.example', { price: -1 }), line('other.example', { price: -1 })];
  const ahead = line('own.example', { observedAt: new Date(Date.now() + 48 * 3_600_000).toISOString() });
  expect(await ingest([...wrong, line('other.example'), ahead], 'own.example')).toMatchObject({ rejected: 6 });
  expect(await rejects()).toEqual({ 'own.example': 6, 'other.example': 0 });
  expect(await ingest(wrong)).toMatchObject({ rejected: 4 });
  expect(await rejects()).toEqual({ 'own.example': 7, 'other.example': 1 });
});
