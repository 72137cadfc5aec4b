import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { QueryRunner } from 'typeorm';
import type { Database, Queryable } from '../database/database.js';
import { migrate, openDatabase } from '../open-database.js';
import { Rollups1764600000012 } from '../migrations/0012-rollups.js';
import { RollupStore } from './rollup-store.js';

let testDatabase: TestDatabase;
let database: Database;
let store: RollupStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 6 });
  store = new RollupStore(database);
}, 60_000);
beforeEach(() => database.query('truncate market_event, market_month, market_rollup_month, market_rollup'));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** So many events of a city in a month of 2026, at prices 1, 2, 3 … */
const write = (target: Queryable, cityId: number | null, month: number, count: number): Promise<unknown> =>
  target.query(
    `
  insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id, transaction_type, property_type, price, rooms)
  select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0, make_timestamptz(2026, $2, 1, 0, 0, 0, 'UTC') + n * interval '1 minute', $1, 0, nullif(n % 2, 0), n, nullif(n % 3, 0)
  from generate_series(1, $3::integer) n`,
    [cityId, month, count],
  );

/** Lists, and waits until no transaction of another spec is older: they share the server, and its numbers of transactions. */
async function list(minEvents: number): Promise<void> {
  await store.listLarge(minEvents);
  await store.rollUpStale(0, 0);
  await fencePassed();
}

async function fencePassed(): Promise<void> {
  const passed = () =>
    database.query<{ passed: boolean | null }>(
      'select bool_and(fence <= pg_snapshot_xmin(pg_current_snapshot())) as passed from market_rollup_month',
    );
  while ((await passed())[0]!.passed === false);
}

const month = (number: number): number => 2026 * 12 + number - 1;

/** Listed months: `city/month events`, and whether their rollup counts. */
const months = async (): Promise<string[]> =>
  (
    await database.query<{ says: string }>(`
  select format('%s/%s %s %s', city_id, event_month % 12 + 1, events, case when rolled_up.version = market_month.version then 'valid' else 'stale' end) as says
  from market_month left join market_rollup_month rolled_up using (city_id, event_month) order by 1`)
  ).map(({ says }) => says);

it('sums up every combination apart, and packs its values in order', async () => {
  await write(database, 1, 3, 9);
  await list(5);
  expect(await store.rollUpStale(10, 0)).toBe(1);
  const rows = await database.query(`
    select city_id, event_month, transaction_type, property_type, event_type, events, first_at, last_at, price_n, price_sum, price_min, price_max, rooms_n, rooms_sum, rooms_max, area_n, area_sum,
      encode(price_values, 'hex') as prices, encode(rooms_values, 'hex') as rooms, area_values from market_rollup order by property_type nulls last`);
  const hex = (...values: number[]): string =>
    Buffer.from(
      new BigUint64Array(new Float64Array(values).buffer).reduce<number[]>((bytes, bits) => {
        for (let shift = 56n; shift >= 0n; shift -= 8n) bytes.push(Number((bits >> shift) & 255n));
        return bytes;
      }, []),
    ).toString('hex');
  const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 1, 0, minute));
  const of = {
    city_id: 1,
    event_month: month(3),
    transaction_type: 0,
    event_type: 0,
    area_n: 0,
    area_sum: null,
    area_values: null,
  };
  expect(rows).toEqual([
    {
      ...of,
      property_type: 1,
      events: 5,
      first_at: at(1),
      last_at: at(9),
      price_n: 5,
      price_sum: 25,
      price_min: 1,
      price_max: 9,
      rooms_n: 3,
      rooms_sum: 4,
      rooms_max: 2,
      prices: hex(1, 3, 5, 7, 9),
      rooms: hex(1, 1, 2),
    },
    {
      ...of,
      property_type: null,
      events: 4,
      first_at: at(2),
      last_at: at(8),
      price_n: 4,
      price_sum: 20,
      price_min: 2,
      price_max: 8,
      rooms_n: 3,
      rooms_sum: 5,
      rooms_max: 2,
      prices: hex(2, 4, 6, 8),
      rooms: hex(1, 2, 2),
    },
  ]);
});

it('lists months with enough events, each once; not those without a city', async () => {
  await write(database, 1, 3, 9);
  await write(database, 1, 4, 4);
  await write(database, null, 3, 9);
  await list(5);
  await store.rollUpStale(10, 0);
  await list(5);
  expect(await months()).toEqual(['1/3 9 valid']);
  await list(4);
  expect(await months()).toEqual(['1/3 9 valid', '1/4 0 stale']);
});

it('sums up what rests, the longest unchanged first, and only once', async () => {
  for (const number of [1, 2, 3]) await write(database, 1, number, 5);
  await list(5);
  await database.query(
    `update market_month set changed_at = clock_timestamp() - case event_month % 12 when 1 then interval '2 hours' when 0 then interval '1 hour' else '0' end`,
  );
  expect(await store.rollUpStale(1, 600_000)).toBe(1);
  expect(await months()).toEqual(['1/1 0 stale', '1/2 5 valid', '1/3 0 stale']);
  expect([await store.rollUpStale(10, 600_000), await store.rollUpStale(10, 600_000)]).toEqual([1, 0]);
  expect(await months()).toEqual(['1/1 5 valid', '1/2 5 valid', '1/3 0 stale']);
});

it('knows a rollup as stale whatever happened to the events of its month, and no other', async () => {
  const changes: Record<string, () => Promise<unknown>> = {
    inserted: () => write(database, 1, 3, 1),
    updated: () =>
      database.query('update market_event set price = 0 where city_id = 1 and event_month = $1 and price = 2', [
        month(3),
      ]),
    'moved away': () =>
      database.query('update market_event set city_id = 9 where city_id = 1 and event_month = $1 and price = 3', [
        month(3),
      ]),
    deleted: () =>
      database.query('delete from market_event where city_id = 1 and event_month = $1 and price = 4', [month(3)]),
  };
  await write(database, 1, 3, 9);
  await write(database, 2, 3, 9);
  await list(5);
  for (const [name, change] of Object.entries(changes)) {
    await store.rollUpStale(10, 0);
    expect({ name, months: (await months()).map((says) => says.slice(-5)) }).toEqual({
      name,
      months: ['valid', 'valid'],
    });
    await change();
    expect({ name, months: (await months()).map((says) => says.slice(-5)) }).toEqual({
      name,
      months: ['stale', 'valid'],
    });
  }
  await store.rollUpStale(10, 0);
  await database.query('truncate market_event');
  expect(await months()).toEqual(['1/3 8 stale', '2/3 9 stale']);
  expect([await store.rollUpStale(10, 0), await months()]).toEqual([2, ['1/3 0 valid', '2/3 0 valid']]);
});

it('takes no rollup for valid that misses a batch under way', async () => {
  await write(database, 1, 3, 9);
  await store.listLarge(5);
  await database.transaction(async (batch) => {
    await write(batch, 1, 3, 5);
    expect(await store.rollUpStale(10, 0)).toBe(0); // the batch may be older than the list
  });
  await fencePassed();
  expect([await store.rollUpStale(10, 0), await months()]).toEqual([1, ['1/3 14 valid']]);
  await database.transaction(async (batch) => {
    await write(batch, 1, 3, 5);
    await database.query('update market_rollup_month set version = null');
    expect(await store.rollUpStale(10, 0)).toBe(1);
    expect(await months()).toEqual(['1/3 14 valid']);
  });
  expect(await months()).toEqual(['1/3 14 stale']);
});

it('sums nothing up before batches have ended that could not know that the month is listed', async () => {
  await write(database, 1, 3, 9);
  await database.transaction(async (batch) => {
    await write(batch, 1, 3, 5); // raises no version: nothing is listed
    await store.listLarge(5);
    expect([await store.rollUpStale(10, 0), await months()]).toEqual([0, ['1/3 0 stale']]);
  });
  await fencePassed();
  expect([await store.rollUpStale(10, 0), await months()]).toEqual([1, ['1/3 14 valid']]);
});

it('waits as well for a batch that began after the list was under way, and saw nothing of it', async () => {
  await write(database, 1, 3, 9);
  let ended = (): void => {};
  let batch: Promise<unknown> = Promise.resolve();
  await database.transaction(async (list) => {
    await list.query('insert into market_month (city_id, event_month) values (1, $1)', [month(3)]);
    await new Promise<void>((written) => {
      batch = database.transaction(async (transaction) => {
        await write(transaction, 1, 3, 5);
        written();
        await new Promise<void>((end) => (ended = end));
      });
    });
  });
  const meanwhile = [await store.rollUpStale(10, 0), await months()];
  ended();
  await batch;
  await fencePassed();
  expect(meanwhile).toEqual([0, ['1/3 0 stale']]);
  expect([await store.rollUpStale(10, 0), await months()]).toEqual([1, ['1/3 14 valid']]);
});

it('refuses events of a transaction that could not see what is listed', async () => {
  await expect(
    database.transaction(async (transaction) => {
      await transaction.query('set transaction isolation level repeatable read');
      await write(transaction, 1, 3, 1);
    }),
  ).rejects.toThrow('read committed');
});

it('goes on after it was killed in the middle, and lets batches pass meanwhile', async () => {
  for (const number of [1, 2, 3]) await write(database, 1, number, 5);
  await list(5);
  await database.query('update market_month set changed_at = now()');
  expect(await store.rollUpStale(1, 0)).toBe(1);
  const killed = await whileItStands(async () => {
    await write(database, 1, 3, 1);
  });
  expect(killed).toMatch(/terminat/);
  expect(await months()).toEqual(['1/1 5 valid', '1/2 0 stale', '1/3 0 stale']);
  expect([await store.rollUpStale(10, 0), await months()]).toEqual([2, ['1/1 5 valid', '1/2 5 valid', '1/3 6 valid']]);
  expect(await database.query('select distinct event_month % 12 + 1 as month from market_rollup order by 1')).toEqual([
    { month: 1 },
    { month: 2 },
    { month: 3 },
  ]);
});

/** Stops the next rollup between its sums and their version, does the work, and kills it there. Answers what it died of. */
async function whileItStands(work: () => Promise<unknown>): Promise<string> {
  return database.transaction(async (holder) => {
    await holder.query('select from market_rollup_month for update');
    const died = store.rollUpStale(1, 0).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
    let standing: { pid: number }[] = [];
    while (standing.length === 0)
      standing = await database.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%with stale as%'`,
      );
    await work();
    await database.query('select pg_terminate_backend($1)', [standing[0]!.pid]);
    return died;
  });
}

it('leaves a month alone whose sums no number holds, and does the others', async () => {
  await write(database, 1, 3, 9);
  await write(database, 2, 3, 9);
  await database.query('update market_event set price = 1.7e308 where city_id = 1');
  await list(5);
  expect([await store.rollUpStale(10, 0), await months()]).toEqual([1, ['2/3 9 valid']]);
});

it('comes to a store that has events already', async () => {
  await new Rollups1764600000012().down({ query: (text: string) => database.query(text) } as unknown as QueryRunner);
  await database.query(`delete from gable_migration where name like 'Rollups%'`);
  await write(database, 1, 3, 9);
  expect(await migrate(testDatabase.url)).toEqual(['Rollups1764600000012']);
  await list(5);
  expect([await store.rollUpStale(10, 0), await months()]).toEqual([1, ['1/3 9 valid']]);
  await write(database, 1, 3, 1);
  expect(await months()).toEqual(['1/3 9 stale']);
});
