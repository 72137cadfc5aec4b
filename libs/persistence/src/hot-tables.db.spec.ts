import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from './database/database.js';
import { openDatabase } from './open-database.js';

/** As PostgreSQL has them: room in each page for rows that are updated in place, and when a vacuum is due. */
const QUEUE = 'autovacuum_vacuum_scale_factor=0,autovacuum_vacuum_threshold=1000';
const LARGE = 'autovacuum_vacuum_scale_factor=0.05';
const STORED: Readonly<Record<string, string>> = {
  alert: 'fillfactor=80',
  alert_event: LARGE,
  alert_mail: `${QUEUE},fillfactor=70`,
  alert_shard: `${QUEUE},fillfactor=20`,
  delivery: `${QUEUE},fillfactor=70`,
  delivery_endpoint: `${QUEUE},fillfactor=50`,
  delivery_wakeup: QUEUE,
  event_notification: LARGE,
  former_listing: LARGE,
  index_dirty: `${QUEUE},fillfactor=70`,
  listing: `${LARGE},toast_tuple_target=1024`,
  listing_block: LARGE,
  listing_change: `${QUEUE},fillfactor=70`,
  listing_revision: LARGE,
  listing_sighting: 'autovacuum_vacuum_scale_factor=0.1,fillfactor=50',
  listing_state: LARGE,
  market_event: 'autovacuum_analyze_scale_factor=0.05,autovacuum_vacuum_insert_scale_factor=0.02',
  market_month: `${QUEUE},fillfactor=50`,
  property: LARGE,
  source_figures: `${QUEUE},fillfactor=50`,
};

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 1 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Entities cannot state these, so they stand here once more. */
it('hot tables are stored and vacuumed as their use asks for', async () => {
  const tables = await database.query<{ name: string; options: string[] }>(
    `select relname as name, reloptions as options from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reloptions is not null`,
  );
  const actual = Object.fromEntries(tables.map(({ name, options }) => [name, options.sort().join()]));
  expect(actual).toMatchObject(STORED);
});
