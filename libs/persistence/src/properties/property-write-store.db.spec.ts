import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { PropertyWriteStore } from './property-write-store.js';

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 2 }), () => test.drop()];
});
afterAll(async () => {
  await database.close();
  await drop();
});

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const insert = (from: number, to: number) =>
  `insert into property (id, created_at, updated_at, online_count, revision)
   select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), now(), 1, 1
   from generate_series(${from}, ${to}) n`;
const written = async () =>
  (
    await database.query<{ ids: string[] | null }>('select property_ids::text[] as ids from property_write order by id')
  ).map(({ ids }) => ids);

it('notes what every statement wrote, and that all was written where it was more than can be named', async () => {
  await database.query(insert(1, 2));
  await database.query('update property set revision = 2 where id = $1', [id(2)]);
  await database.query('update property set revision = 2 where false');
  await database.query('delete from property where id = $1', [id(1)]);
  await database.query(insert(10, 10_010));
  await database.query('truncate property');
  expect(await written()).toEqual([[], [id(1), id(2)], [id(2)], [id(1)], null, null]);
});

it('sweeps what is older than an hour but for the newest of it, and nothing that an open transaction precedes', async () => {
  const store = new PropertyWriteStore(database);
  await database.query('delete from property_write');
  const note = (n: number, hours: number) =>
    database.query(
      `insert into property_write (property_ids, written_at) values ($1, now() - $2 * interval '1 hour')`,
      [[id(n)], hours],
    );
  await note(1, 3);
  await note(2, 3);
  await untilNoneIsOlder();
  await database.transaction(async (transaction) => {
    await transaction.query('select pg_current_xact_id()');
    await note(3, 2);
    await note(4, 2);
    await note(5, 0);
    await sweepAll();
    expect(await written()).toEqual([[id(3)], [id(4)], [id(5)]]);
  });
  await sweepUntil(2);
  expect(await written()).toEqual([[id(4)], [id(5)]]);

  async function sweepAll(): Promise<void> {
    while ((await store.sweep(1)) > 0);
  }
  /** Transactions of other specs on the same server count as well: those that began before have to end first. */
  async function untilNoneIsOlder(): Promise<void> {
    const isOlder = `select from property_write where xid >= pg_snapshot_xmin(pg_current_snapshot())`;
    while ((await database.query(isOlder)).length > 0) await sleep(10);
  }
  /** They may have to end first here, too. */
  async function sweepUntil(left: number): Promise<void> {
    do await sweepAll();
    while ((await written()).length > left);
  }
});
