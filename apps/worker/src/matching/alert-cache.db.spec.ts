import { AccountStore } from '@gable/persistence/accounts';
import type { OwnedShard } from '@gable/persistence/alerts';
import { openDatabase, type Database } from '@gable/persistence';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { AlertCache } from './alert-cache.js';
import { AlertCompiler } from './alert-compiler.js';
import { createAlertMatcher } from './alert-matcher.js';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 3 });
  const { id } = await new AccountStore(database).ensure('One', new Date());
  await database.query(INSERT_ALERTS, [id, SHARD, ALERTS]);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** More than a page: while one is worked on, the next was read already. */
const ALERTS = 2_500;
const SHARD = 7;
const INSERT_ALERTS = `
  insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, shape_ids,
    shape_positions, signing_key, active_since, xid, created_at, updated_at)
  select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, 'x', true, 'advanced',
    '{"conditions":[],"operator":"AND","children":[]}', 1, '{}', 0, '', pg_current_snapshot(), pg_current_xact_id(),
    now(), now()
  from generate_series(1, $3::int) n`;
const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** The same database; `settled` waits for all that was asked of it so far. */
function watched(of: Database): { database: Database; settled: () => Promise<unknown> } {
  const asked: Promise<unknown>[] = [];
  const query = (...given: Parameters<Database['query']>): Promise<object[]> => {
    const answer = of.query(...given);
    asked.push(answer);
    return answer;
  };
  const database = new Proxy(of, {
    get: (target, member) => (member === 'query' ? query : Reflect.get(target, member)),
  });
  return { database, settled: () => Promise.all(asked) };
}

it('keeps what was written while shards are loaded, though a page that was read before comes later', async () => {
  const { database: slow, settled } = watched(database);
  const cache = new AlertCache(slow, createAlertMatcher());
  const shards: OwnedShard[] = [{ shard: SHARD, epoch: 1, position: 0 }];
  const loading = cache.load(shards, new AlertCompiler(() => {}));
  await loading.next();
  await settled(); // the second page
  const [changed, switchedOff, removed] = [id(2_400), id(2_401), id(2_402)];
  await database.query('update alert set criteria_version = 2, xid = pg_current_xact_id() where id = $1', [changed]);
  await database.query('update alert set active = false, xid = pg_current_xact_id() where id = $1', [switchedOff]);
  await database.query('update alert set deleted_at = now(), xid = pg_current_xact_id() where id = $1', [removed]);
  await cache.catchUp(shards); // a step of the shards that are ready
  while (!(await loading.next()).done);
  const { registry } = cache;
  expect(registry.size).toBe(ALERTS - 2);
  expect(registry.criteriaVersion(registry.find(changed))).toBe(2);
  expect([registry.find(switchedOff), registry.find(removed)]).toEqual([-1, -1]);
});
