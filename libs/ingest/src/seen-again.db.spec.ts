import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { markedName, openDatabase, type Database } from '@gable/persistence';
import { ResetStore, SourceStore } from '@gable/persistence/listings';
import { ListingStore } from '@gable/persistence/records';
import { createTestDatabase, feedState, type TestDatabase } from '@gable/testing';
import { ingestFeed } from './ingest-feed.js';

const rejectFile = path.join(os.tmpdir(), `gable-seen-again-${process.pid}.ndjson`);
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

/** Reads one line of a listing. */
function see(externalId: string, observedAt: string, price = 200_000) {
  const line = feedState({ externalId, observedAt, price });
  return ingestFeed(database, Readable.from([Buffer.from(JSON.stringify(line))]), { rejectFile });
}

/** Where the rows of the wide tables stand, and since which transaction. */
const wideRows = () =>
  database.query(`
    select 'listing' as name, ctid::text, xmin::text, id as of from listing
    union all select 'property', ctid::text, xmin::text, id from property
    union all select 'revision', ctid::text, xmin::text, listing_id from listing_revision order by 1, 4`);

async function shown(externalId: string): Promise<string> {
  const [row] = await database.query<{ id: string }>('select id from listing where external_id = $1', [externalId]);
  return (await new ListingStore(database).find(row!.id))!.observedAt;
}

describe('a listing that is seen again as it was', () => {
  it('is known to be seen later, though no row of a wide table is written', async () => {
    await see('a', day(1));
    const before = await wideRows();
    for (const later of [day(2), day(3)]) expect(await see('a', later)).toMatchObject({ unchanged: 1 });
    expect(await wideRows()).toEqual(before);
    expect(await shown('a')).toBe(day(3));
    expect(await database.query('select observed_at as at from listing_sighting')).toEqual([{ at: new Date(day(3)) }]);
  });

  it('takes no state from before that, and every state from after', async () => {
    expect(await see('a', day(2), 190_000)).toMatchObject({ stale: 1 });
    expect(await see('a', day(4), 190_000)).toMatchObject({ changed: 1 });
    expect(await shown('a')).toBe(day(4));
    expect(await see('a', day(3), 180_000)).toMatchObject({ stale: 1 });
  });

  it.each([
    ['a release that looks for the instant there', 'gable worker', day(2), []],
    ['an API of such a release', 'gable api listings s37', day(2), []],
    ['this release alone', markedName('gable worker'), day(1), [{ at: new Date(day(2)) }]],
    ['somebody else', 'psql', day(1), [{ at: new Date(day(2)) }]],
  ])('while %s is connected, it is said where that one finds it', async (_, applicationName, wide, narrow) => {
    const beside = await openDatabase(testDatabase.url, { poolSize: 1, applicationName });
    await beside.query('select');
    await see(applicationName, day(1));
    await see(applicationName, day(2));
    await beside.close();
    const [row] = await database.query<{ id: string; at: Date }>(
      'select id, observed_at as at from listing where external_id = $1',
      [applicationName],
    );
    expect(row!.at).toEqual(new Date(wide));
    expect(
      await database.query('select observed_at as at from listing_sighting where listing_id = $1', [row!.id]),
    ).toEqual(narrow);
    expect(await shown(applicationName)).toBe(day(2));
  });

  it('that claims to be seen later than now is put back to its newest state', async () => {
    await see('b', day(1));
    const ahead = new Date((await database.now()).getTime() + 3_600_000).toISOString();
    await see('b', ahead);
    expect(await shown('b')).toBe(ahead);
    expect(await see('b', day(5), 190_000)).toMatchObject({ stale: 1 });
    const store = new ResetStore(database);
    const sourceId = (await new SourceStore(database).idOf('portal.example'))!;
    for (const externalId of [undefined, 'b'])
      for await (const ids of store.findAhead(sourceId, externalId)) await store.reset(ids, () => Promise.resolve());
    expect(await shown('b')).toBe(day(1));
    expect(await see('b', day(5), 190_000)).toMatchObject({ changed: 1 });
  });
});
