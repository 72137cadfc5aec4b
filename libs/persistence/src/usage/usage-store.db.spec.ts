import { createTestDatabase, untilWaiting, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { newId } from '../database/new-id.js';
import { UsageStore, type UsageCount } from './usage-store.js';

let testDatabase: TestDatabase;
let database: Database;
let store: UsageStore;
const KEY = newId(new Date());

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 8 });
  store = new UsageStore(database);
}, 60_000);
beforeEach(() => database.query('truncate usage_count, usage_writer'));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const count = (at: string, calls = 1, results = 2, changes: Partial<UsageCount> = {}): UsageCount => ({
  apiKeyUuid: KEY,
  route: 'POST /properties',
  routeType: 'search',
  at: new Date(at),
  calls,
  results,
  ...changes,
});

async function total(): Promise<{ calls: number; results: number }> {
  const [row] = await database.query<{ calls: number; results: number }>(
    'select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(results), 0)::bigint as results from usage_count',
  );
  return row!;
}

describe('a batch', () => {
  const moment = '2026-03-01T10:00:00.100Z';

  it('counts once, however often it is sent, also at the same time', async () => {
    const writer = newId(new Date());
    await store.add(writer, 1, [count(moment)]);
    await store.add(writer, 1, [count(moment)]);
    await Promise.all(Array.from({ length: 6 }, () => store.add(writer, 2, [count(moment, 10, 20)])));
    expect(await total()).toEqual({ calls: 11, results: 22 });
  });

  it('that arrives after a later one is not counted', async () => {
    const writer = newId(new Date());
    await store.add(writer, 2, [count(moment)]);
    await store.add(writer, 1, [count(moment, 50, 50)]);
    expect(await total()).toEqual({ calls: 1, results: 2 });
  });

  it('that is sent again while its first sending is still under way counts once', async () => {
    const writer = newId(new Date());
    const { again } = await database.transaction(async (transaction) => {
      await new UsageStore(transaction).add(writer, 1, [count(moment)]);
      const second = store.add(writer, 1, [count(moment)]);
      await untilWaiting(database);
      return { again: second };
    });
    await again;
    expect(await total()).toEqual({ calls: 1, results: 2 });
  });

  it('meets those of other processes in the same rows without losing any', async () => {
    const moments = ['2026-03-01T10:00:00.100Z', '2026-03-01T10:00:00.200Z', '2026-03-01T10:00:00.300Z'];
    await Promise.all(
      Array.from({ length: 8 }, async (_, process) => {
        const writer = newId(new Date());
        const counts = (process % 2 === 0 ? moments : [...moments].reverse()).map((at) => count(at));
        for (let batch = 1; batch <= 25; batch += 1) await store.add(writer, batch, counts);
      }),
    );
    expect(await total()).toEqual({ calls: 8 * 25 * 3, results: 8 * 25 * 3 * 2 });
  });
});

describe('folding', () => {
  const NOW = new Date('2026-03-01T12:30:00Z');
  const read = (from: string, to: string) =>
    store.read({ apiKeyUuids: [KEY], from: new Date(from), to: new Date(to), granularity: 'day' });

  it('adds moments to their hours, keeps every sum, and leaves the last two hours as they are', async () => {
    const writer = newId(new Date());
    const moments = [
      '2026-02-28T23:59:59.900Z',
      '2026-03-01T00:00:00Z',
      '2026-03-01T00:00:00.100Z',
      '2026-03-01T00:59:59.900Z',
      '2026-03-01T09:59:59.900Z',
      '2026-03-01T10:00:00.100Z',
      '2026-03-01T12:29:00Z',
    ];
    await store.add(
      writer,
      1,
      moments.map((at) => count(at)),
    );
    await store.add(writer, 2, [count('2026-03-01T00:59:59.900Z', 5, 0, { route: 'POST /properties/count' })]);
    const before = await read('2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z');
    while ((await store.fold(NOW, 2)) > 0);
    expect(await read('2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z')).toEqual(before);
    const rows = await database.query<{ at: Date; calls: number }>(
      `select at, calls from usage_count where route = 'POST /properties' order by at`,
    );
    expect(rows.map(({ at, calls }) => [at.toISOString(), calls])).toEqual([
      ['2026-02-28T23:00:00.000Z', 1],
      ['2026-03-01T00:00:00.000Z', 3],
      ['2026-03-01T09:00:00.000Z', 1],
      ['2026-03-01T10:00:00.100Z', 1],
      ['2026-03-01T12:29:00.000Z', 1],
    ]);
    expect(before.map(({ period, calls }) => [period, calls])).toEqual([
      ['2026-02-28', 1],
      ['2026-03-01', 6],
      ['2026-03-01', 5],
    ]);
  });

  it('and counting at once lose nothing', async () => {
    const writer = newId(new Date());
    let adding = true;
    const adds = (async () => {
      for (let batch = 1; batch <= 120; batch += 1)
        await store.add(writer, batch, [
          count(batch % 2 === 0 ? '2026-03-01T01:00:00Z' : `2026-03-01T0${batch % 3}:10:00.${batch % 10}00Z`),
        ]);
      adding = false;
    })();
    while (adding) await store.fold(NOW, 3);
    await adds;
    while ((await store.fold(NOW, 100)) > 0);
    expect(await total()).toEqual({ calls: 120, results: 240 });
    expect(await database.query('select 1 from usage_count')).toHaveLength(3);
  });
});
