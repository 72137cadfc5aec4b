import { openDatabase, type Database } from '@gable/persistence';
import { listingIdsSql, lookForPhrases, SegmentStore } from '@gable/persistence/phrases';
import { createTestDatabase, feedState, type TestDatabase } from '@gable/testing';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ingestFeed } from './ingest-feed.js';

const rejectFile = path.join(os.tmpdir(), `gable-signed-texts-${process.pid}.ndjson`);
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;

/** Reads the state of a listing on a day. */
async function see(externalId: string, onDay: number, more: object): Promise<void> {
  const line = feedState({ externalId, observedAt: day(onDay), ...more });
  await ingestFeed(database, Readable.from([Buffer.from(JSON.stringify(line))]), { rejectFile });
}

/** External ids of the listings that may have a phrase. */
async function withPhrase(phrase: string): Promise<string[]> {
  const look = await lookForPhrases((text, parameters) => database.query(text, parameters), [[phrase]]);
  const parameters: unknown[] = [];
  const ids = listingIdsSql(look.listings(0, look.count), (value) => `$${parameters.push(value)}`);
  const rows = await database.query<{ externalId: string }>(
    `select external_id as "externalId" from listing where id = any(${ids}) order by 1`,
    parameters,
  );
  return rows.map(({ externalId }) => externalId);
}

const waiting = () => database.query('select from phrase_signature');

describe('the texts of a listing', () => {
  it('are signed with it, new or changed, several times in one feed too', async () => {
    await see('a', 1, { title: 'Grand loft', description: 'Au calme' });
    await see('b', 1, { title: 'Petit loft', description: 'Au calme' });
    expect([await withPhrase('grand loft'), await withPhrase('au calme')]).toEqual([['a'], ['a', 'b']]);
    await see('b', 2, { title: 'Grand loft', description: 'Au calme' });
    await see('b', 3, { title: 'Grand loft', description: 'Vue mer' });
    expect([await withPhrase('grand loft'), await withPhrase('vue mer')]).toEqual([['a', 'b'], ['b']]);
  });

  it('are not signed again for another price, nor offline', async () => {
    await new SegmentStore(database).fill(2);
    await see('a', 4, { title: 'Grand loft', description: 'Au calme', price: 123_456 });
    await see('b', 4, { status: 'OFFLINE' });
    await see('b', 5, { title: 'Grand loft', description: 'Vue mer' });
    expect(await waiting()).toEqual([]);
    expect(await withPhrase('grand loft')).toEqual(['a', 'b']);
  });

  it('are signed again where they say something else, or an earlier release wrote the row', async () => {
    await see('a', 6, { title: 'Grand duplex', description: 'Au calme' });
    expect([await withPhrase('grand duplex'), (await waiting()).length]).toEqual([['a'], 1]);
    await database.query(`update listing set derivation = 3 where external_id = 'b'`);
    await database.query('truncate phrase_segment, phrase_slice, phrase_listings');
    await see('b', 7, { title: 'Grand loft', description: 'Vue mer', price: 99_000 });
    expect([await withPhrase('grand loft'), (await waiting()).length]).toEqual([['b'], 2]);
  });
});
