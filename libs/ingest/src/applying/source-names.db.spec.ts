import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, feedState, type TestDatabase } from '@gable/testing';
import { ingestFeed } from '../ingest-feed.js';
import type { IngestOptions } from '../ingest-options.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
});
beforeEach(() => database.query('truncate listing, listing_revision, listing_block, property, source, source_figures'));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const day = (number: number): string => `2026-01-0${number}T00:00:00.000Z`;

/** A state of a listing in which the source calls itself so. */
const state = (externalId: string, observedAt: string, name: string, over: object = {}) =>
  feedState({ externalId, observedAt, source: { domain: 'portal.example', name }, ...over });

const ingest = (states: readonly object[], options: Partial<IngestOptions> = {}) =>
  ingestFeed(database, Readable.from([Buffer.from(states.map((each) => JSON.stringify(each)).join('\n'))]), {
    rejectFile: path.join(os.tmpdir(), `gable-source-names-${process.pid}.ndjson`),
    ...options,
  });

const names = async () =>
  (await database.query<{ name: string }>('select name from source order by domain')).map(({ name }) => name);

describe('a source is called what its newest state calls it', () => {
  beforeEach(() => ingest([state('a', day(1), 'First'), state('b', day(3), 'Now')]));

  it.each([
    ['is stale', state('a', '2025-12-01T00:00:00Z', 'Before', { price: 1 })],
    ['is repeated', state('a', day(1), 'Before')],
    ['of a new listing is older than what was seen of the source', state('c', day(2), 'Before')],
    ['takes down what is not known', { ...state('c', day(4), 'After'), status: 'OFFLINE' }],
  ])('and keeps its name where a line that %s says another', async (_, line) => {
    await ingest([line]);
    expect(await names()).toEqual(['Now']);
    await ingest([line, state('d', day(5), 'Later'), line]);
    expect(await names()).toEqual(['Later']);
  });

  it('and has a new one with a newer state, also with one that says nothing else', async () => {
    await ingest([state('a', day(4), 'Later')]);
    expect(await names()).toEqual(['Later']);
  });

  it.each([1, 2, 10])('whatever the order of the lines, in batches of %i', async (batchSize) => {
    const lines = [state('c', day(5), 'Five'), state('d', day(7), 'Seven'), state('e', day(6), 'Six')];
    await ingest(lines, { batchSize });
    expect(await names()).toEqual(['Seven']);
  });
});

it('a line that takes down what is not known makes no source, and uses up none that a feed may make', async () => {
  const gone = (domain: string) => ({
    ...state('x', day(1), domain, { source: { domain, name: domain } }),
    status: 'OFFLINE',
  });
  const lines = [gone('b.example'), gone('c.example'), gone('portal.example'), state('a', day(1), 'Portal')];
  const limits = { maxNewSources: 1 };
  expect(await ingest(lines, { limits })).toMatchObject({ unchanged: 3, changed: 1, rejected: 0 });
  expect(await names()).toEqual(['Portal']);
  expect(await ingest([gone('b.example')], { limits: { maxNewSources: 0 } })).toMatchObject({ unchanged: 1 });
});
