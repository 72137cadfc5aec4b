import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { poolOf } from '../data-source.js';
import type { Queryable } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { refuseUnfitSessions } from '../refuse-unfit-sessions.js';
import { SESSION_SETTINGS } from './session-settings.js';

let store: TestDatabase;
let name: string;
beforeAll(async () => {
  store = await createTestDatabase();
  name = new URL(store.url).pathname.slice(1);
  await withOpen(store.url, async (database) => {
    for (const setting of [
      ...["datestyle = 'SQL, DMY'", "timezone = 'America/St_Johns'", "intervalstyle = 'sql_standard'"],
      ...['extra_float_digits = -8', "bytea_output = 'escape'", "default_transaction_isolation = 'serializable'"],
    ])
      await database.query(`alter database ${name} set ${setting}`);
  });
});
afterAll(() => store.drop());

async function withOpen(
  url: string,
  work: (database: Queryable) => Promise<unknown>,
  options: { directUrl?: string } = {},
): Promise<void> {
  const database = await openDatabase(url, { poolSize: 1, ...options });
  await work(database).finally(() => database.close());
}

const READ = `
  select timestamptz '2026-10-25T01:30:00.5+00' as instant, 0.1::float8 + 0.2 as sum,
    date_trunc('day', timestamptz '2026-01-01T01:00:00Z') as day, current_setting('transaction_isolation') as isolation,
    current_setting('search_path') as path`;
const read = {
  instant: new Date('2026-10-25T01:30:00.500Z'),
  sum: 0.1 + 0.2,
  day: new Date('2026-01-01T00:00:00Z'),
  isolation: 'read committed',
};

it('begins as statements and their answers need it, whatever the database says, and keeps options of the address', async () => {
  const address = `${store.url}?sslmode=disable&options=${encodeURIComponent('-c search_path=homes,public -c datestyle=German')}`;
  await withOpen(store.url, async (database) =>
    expect(await database.query(READ)).toEqual([expect.objectContaining(read)]),
  );
  await withOpen(address, async (database) =>
    expect(await database.query(READ)).toEqual([{ ...read, path: 'homes,public' }]),
  );
  const pool = poolOf(address, { poolSize: 1, parallelWorkers: 0 });
  const { rows } = await pool.query(`${READ}, current_setting('max_parallel_workers_per_gather') as workers`);
  await pool.end();
  expect(rows).toEqual([{ ...read, path: 'homes,public', workers: '0' }]);
});

it('is refused behind a pooler where it would begin otherwise, with every setting and what to say', async () => {
  const refused = expect.objectContaining({
    problems: Object.keys(SESSION_SETTINGS).map((setting) => expect.stringContaining(`set ${setting} = '`) as string),
  }) as Error;
  await withOpen(
    store.url,
    async (pooled) => {
      await expect(refuseUnfitSessions(pooled)).rejects.toEqual(refused);
    },
    { directUrl: store.url },
  );
  await withOpen(store.url, async (database) => {
    for (const [setting, value] of Object.entries({ ...SESSION_SETTINGS, datestyle: 'ISO, DMY', timezone: 'Etc/UTC' }))
      await database.query(`alter database ${name} set ${setting} = '${value}'`);
  });
  await withOpen(store.url, (pooled) => refuseUnfitSessions(pooled), { directUrl: store.url });
});
