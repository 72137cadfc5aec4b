import { createTestDatabase, type TestDatabase, ingestFeed } from '@gable/testing';
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Database } from './database/database.js';
import { LOCKS } from './database/advisory-locks.js';
import { migrate, openDatabase } from './open-database.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 2 });
  const line = JSON.stringify({
    source: { domain: 'portal.example', name: 'Portal' },
    externalId: 'a',
    observedAt: '2026-01-01T00:00:00Z',
    status: 'ONLINE',
    transactionType: 'SELL',
    propertyType: 'FLAT',
    price: 1,
  });
  await ingestFeed(database, Readable.from([Buffer.from(`${line}\n`)]), {
    rejectFile: path.join(os.tmpdir(), `gable-${randomUUID()}.ndjson`),
  });
  const account = randomUUID();
  await database.query(`insert into account values ($1, 'a', null, now())`, [account]);
  await database.query(
    `insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, signing_key,
      active_since, xid, created_at, updated_at)
     values ($1, $2, 0, 'a', true, 'advanced', '{}', 1, '', '900000000:900000000:', '900000000', now(), now())`,
    [randomUUID(), account],
  );
  await database.query(`update listing_change set xid = '900000000'`);
  await database.query(`insert into market_rollup_month (city_id, event_month, fence) values (1, 24312, '900000000')`);
  await database.query(
    `insert into erased_listing (listing_id, source_domain, erased_at, fence) values ($1, 'a', now(), '900000000')`,
    [randomUUID()],
  );
}, 60_000);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const state = async () =>
  (
    await database.query<Record<'passes' | 'sees' | 'known' | 'summable' | 'erasable', boolean>>(`
  select (select bool_and(xid < '900000000') from listing_change) as passes,
    (select bool_and(fence < '900000000') from market_rollup_month) as summable,
    (select bool_or(pg_visible_in_snapshot(pg_current_xact_id(), active_since)) from alert) as sees,
    (select bool_and(xid < '900000000') from alert) as known,
    (select bool_and(fence is null) from erased_listing) as erasable`)
  )[0];

describe('a database restored on another server', () => {
  it('is taken as it is on the server it comes from', async () => {
    await migrate(testDatabase.url);
    expect(await state()).toEqual({ passes: false, summable: false, sees: true, known: false, erasable: false });
  });

  it("is made the new server's own, so that waiting changes pass the fence and alerts see what comes", async () => {
    await database.query(`update transaction_origin set system_identifier = '1'`);
    await migrate(testDatabase.url);
    expect(await state()).toEqual({ passes: true, summable: true, sees: false, known: true, erasable: true });
    await migrate(testDatabase.url);
    expect(await database.query('select count(*) as count from transaction_origin')).toEqual([{ count: 1 }]);
  });
});

it('is not kept waiting by a backup, which shares the lock of migrations, where it has nothing to do', async () => {
  await database.transaction(async (backup) => {
    await backup.query(`select pg_advisory_xact_lock_shared(${LOCKS.migration})`);
    expect(await migrate(testDatabase.url)).toEqual([]);
  });
});
