import { shardOf } from '@gable/domain/alert';
import type { Criteria, StoredCriteria } from '@gable/domain/criteria';
import { createTestDatabase } from '@gable/testing';
import { AccountStore } from '../../accounts/account-store.js';
import type { Database } from '../../database/database.js';
import { newId } from '../../database/new-id.js';
import { ShapeStore } from '../../geography/shape-store.js';
import { openDatabase } from '../../open-database.js';
import { AlertReader } from './alert-reader.js';
import { LOADABLE, type LoadedAlert } from './loaded-alert.js';

const NOW = new Date('2026-11-22T10:00:00Z');
const ALL_SHARDS = Array.from({ length: 64 }, (_, shard) => shard);
const ANY: StoredCriteria = { conditions: [], operator: 'AND', children: [] };

let database: Database;
let drop: () => Promise<void>;
let accountId: string;
let shapeId: string;

beforeAll(async () => {
  const test = await createTestDatabase();
  [database, drop] = [await openDatabase(test.url, { poolSize: 2 }), () => test.drop()];
  accountId = (await new AccountStore(database).ensure('One', NOW)).id;
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ] as const;
  shapeId = (
    await new ShapeStore(database).create(
      accountId,
      { name: null, geometry: { type: 'Polygon', coordinates: [ring] } },
      NOW,
    )
  ).id;
});
afterEach(() => database.query('truncate alert'));
afterAll(async () => {
  await database.close();
  await drop();
});

async function writeAlert(criteria: object, shapeIds: readonly string[] = [], positions = 0): Promise<string> {
  const id = newId(new Date());
  await database.query(
    `insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, shape_ids,
       shape_positions, signing_key, active_since, xid, created_at, updated_at)
     values ($1, $2, $3, 'x', true, 'advanced', $4, 1, $5, $6, '', pg_current_snapshot(), pg_current_xact_id(), now(),
       now())`,
    [id, accountId, shardOf(id), JSON.stringify(criteria), shapeIds, positions],
  );
  return id;
}

async function load(): Promise<{ alerts: Map<string, LoadedAlert>; portions: number[] }> {
  const alerts = new Map<string, LoadedAlert>();
  const portions: number[] = [];
  for await (const portion of new AlertReader(database).pages(ALL_SHARDS)) {
    portions.push(portion.length);
    for (const alert of portion) alerts.set(alert.id, alert);
  }
  return { alerts, portions };
}

const naming = (...ids: string[]): StoredCriteria => ({
  ...ANY,
  conditions: [{ kind: 'shape', included: ids.map((id) => ({ id })), excluded: null }],
});

it('gives all alerts that use a shape the same geometry object', async () => {
  const ids = [await writeAlert(naming(shapeId), [shapeId], 4), await writeAlert(naming(shapeId), [shapeId], 4)];
  const { alerts } = await load();
  const [one, other] = ids.map((id) => shapesOf(alerts.get(id)!.criteria as Criteria)[0]!);
  expect(one).toMatchObject({ id: shapeId, geometry: { type: 'Polygon' } });
  expect(other!.geometry).toBe(one!.geometry);
});

it('says of an alert that is too large why it is not loaded, and its criteria stay in the database', async () => {
  const long = await writeAlert({ ...ANY, note: 'x'.repeat(LOADABLE.criteriaBytes) });
  const wide = await writeAlert(naming(shapeId), [shapeId], LOADABLE.shapePositions + 1);
  const well = await writeAlert(ANY);
  const received: number[] = [];
  const query = database.query.bind(database);
  jest.spyOn(database, 'query').mockImplementation(async (text: string, parameters?: readonly unknown[]) => {
    const rows = await query(text, parameters);
    received.push(JSON.stringify(rows).length);
    return rows;
  });
  const { alerts } = await load();
  jest.restoreAllMocks();
  expect(Math.max(...received)).toBeLessThan(10_000);
  expect(alerts.get(long)?.criteria).toMatch(
    /^They are too large: 41943\d\d bytes with shapes of 0 positions; at most/,
  );
  expect(alerts.get(wide)?.criteria).toMatch(/^They are too large: .* of 1000001 positions/);
  expect(alerts.get(well)?.criteria).toEqual(ANY);
});

it('reads no more criteria at once than fit, and every alert once', async () => {
  const heavy = { ...ANY, note: 'x'.repeat(3 * 1024 * 1024) };
  const ids = [];
  while (ids.length < 7) ids.push(await writeAlert(heavy));
  await database.query('update alert set shard = 5');
  const { alerts, portions } = await load();
  expect([...alerts.keys()].sort()).toEqual(ids.sort());
  expect(portions).toEqual([2, 2, 2, 1]);
  const again: string[] = [];
  for await (const portion of new AlertReader(database).read(ids)) again.push(...portion.map(({ id }) => id));
  expect(again.sort()).toEqual(ids.sort());
});

it('says of an alert whose shape is not in the store which one that is', async () => {
  const missing = newId(new Date());
  const id = await writeAlert(naming(shapeId, missing), [shapeId, missing], 4);
  expect((await load()).alerts.get(id)?.criteria).toBe(`The shape ${missing} is not in the store.`);
});

function shapesOf({ conditions }: Criteria) {
  return conditions.flatMap((condition) => (condition.kind === 'shape' ? (condition.included ?? []) : []));
}
