import { createTestDatabase, endLockHolder, type TestDatabase } from '@gable/testing';
import { LOCKS } from '../database/advisory-locks.js';
import { LockLost, type Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { DivisionCountStore } from './division-count-store.js';
import { DivisionStore } from './division-store.js';

let testDatabase: TestDatabase;
let database: Database;
let counts: DivisionCountStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { statementTimeoutMs: 5_000 });
  counts = new DivisionCountStore(database);
}, 60_000);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Listings as ingest leaves them, as far as counting reads them. */
async function write(
  listings: readonly { property: number; divisions: readonly number[]; online?: boolean }[],
): Promise<void> {
  for (const { property, divisions, online = true } of listings) {
    await database.query(
      `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at, content_hash, created_at, updated_at, division_ids)
       values (gen_random_uuid(), gen_random_uuid(), 'x', lpad($1::text, 32, '0')::uuid, 1, $2, now(), now(), '', now(), now(), $3)`,
      [property, online, divisions],
    );
  }
  await database.query('update ingest_lock set version = version + 1');
}
const sorted = async (): Promise<[number, number][]> =>
  [...(await counts.counts())].sort(([one], [other]) => one - other);
const age = (interval: string) =>
  database.query(`update division_count_state set counted_at = clock_timestamp() - interval '${interval}'`);

describe('properties of divisions', () => {
  it('are counted once each, with an online listing, in every division of any of their listings', async () => {
    await write([
      { property: 1, divisions: [1, 75] },
      { property: 1, divisions: [1, 75] },
      { property: 2, divisions: [1, 75, 7511] },
      { property: 3, divisions: [1, 69] },
      { property: 3, divisions: [1, 75] }, // two adverts of one home that say different cities
      { property: 4, divisions: [1, 75], online: false },
      { property: 5, divisions: [] },
    ]);
    await counts.count();
    expect(await sorted()).toEqual([
      [1, 3],
      [69, 1],
      [75, 3],
      [7511, 1],
    ]);
  });

  it('are counted again when something was ingested, and not more than once a minute', async () => {
    expect(await counts.countWhenDue()).toBe(false); // nothing new
    await write([{ property: 6, divisions: [1, 69] }]);
    expect(await counts.countWhenDue()).toBe(false); // a moment ago
    await age('61 seconds');
    expect(await counts.countWhenDue()).toBe(true);
    expect(await sorted()).toEqual([
      [1, 4],
      [69, 2],
      [75, 3],
      [7511, 1],
    ]);
    await age('61 seconds');
    expect(await counts.countWhenDue()).toBe(false);
  });

  it('wait longer where counting takes long', async () => {
    await database.query(`update listing set online = false where 69 = any(division_ids)`);
    await write([]);
    await database.query('update division_count_state set took_ms = 2000');
    await age('99 seconds');
    expect(await counts.countWhenDue()).toBe(false);
    await age('101 seconds');
    expect(await counts.countWhenDue()).toBe(true);
    expect(await sorted()).toEqual([
      [1, 3],
      [75, 3],
      [7511, 1],
    ]);
  });

  it('tell readers what state they are of', async () => {
    const before = await counts.state();
    await write([]);
    await counts.count();
    await new DivisionStore(database).linkAncestors();
    const after = await counts.state();
    expect(after).toEqual({ edition: before.edition + 1, countedVersion: before.countedVersion + 1 });
  });

  it('are those that were counted last, where the first of two workers has lost its lock', async () => {
    await database.query('truncate listing, division_property_count');
    await write([{ property: 1, divisions: [1] }]);
    const read = database.transaction.bind(database);
    jest.spyOn(database, 'transaction').mockImplementationOnce(async (work, settings) => {
      const found = await read(work, settings); // so many properties there are, as the first one says
      await write([{ property: 2, divisions: [1] }]);
      await endLockHolder(database, LOCKS.divisionCount);
      await counts.count();
      return found;
    });
    await expect(counts.count()).rejects.toThrow(LockLost);
    expect(await sorted()).toEqual([[1, 2]]);
  });
});
