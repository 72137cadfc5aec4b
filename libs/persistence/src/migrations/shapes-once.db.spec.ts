import type { StoredCriteria } from '@gable/domain/criteria';
import type { AreaGeometry, Position } from '@gable/domain/geo';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import { randomUUID } from 'node:crypto';
import type { DataSource, QueryRunner } from 'typeorm';
import { dataSourceOf } from '../data-source.js';
import { ShapesOnce1764800000015 } from './0015-shapes-once.js';

const migration = new ShapesOnce1764800000015();
let test: TestDatabase;
let source: DataSource;
let runner: QueryRunner;

beforeAll(async () => {
  test = await createTestDatabase();
  source = await dataSourceOf(test.url, { poolSize: 1 }).initialize();
  runner = source.createQueryRunner();
  await inTransaction(() => migration.down(runner));
});
afterAll(async () => {
  await runner.release();
  await source.destroy();
  await test.drop();
});

const ACCOUNT = randomUUID();
const KEPT = { id: randomUUID(), geometry: polygon(1.25) };
const GONE = { id: randomUUID(), geometry: multiPolygon() };
const NAMED = {
  conditions: [{ kind: 'shape', included: [GONE, KEPT], excluded: [KEPT] }],
  operator: 'AND',
  children: [],
};
const OLD = { conditions: [], operator: 'OR', children: [NAMED, { ...NAMED, children: [NAMED] }, NAMED] };

it('takes geometries out of a store that has them in its criteria, and puts them in again', async () => {
  const [alert, plain] = [randomUUID(), randomUUID()];
  await runner.query(`insert into account (id, name, created_at) values ($1, 'One', now())`, [ACCOUNT]);
  await runner.query(`insert into shape (id, account_id, geometry, created_at) values ($1, $2, $3, now())`, [
    KEPT.id,
    ACCOUNT,
    JSON.stringify(KEPT.geometry),
  ]);
  await writeAlert(alert, { ...NAMED, children: [NAMED] }, [KEPT.id, GONE.id]);
  await writeAlert(plain, { conditions: [], operator: 'AND', children: [] }, []);
  await runner.query('insert into alert_criteria_history (alert_id, criteria_version, criteria) values ($1, 1, $2)', [
    alert,
    JSON.stringify(OLD),
  ]);
  const before = await stored();

  await inTransaction(() => migration.up(runner));
  const after = await stored();
  expect(after).toEqual(before.map((criteria) => withoutGeometries(criteria)));
  expect(JSON.stringify(after)).not.toContain('coordinates');
  expect(await runner.query('select id, geometry, positions, removed_at from shape order by positions')).toEqual([
    { ...KEPT, positions: 5, removed_at: null },
    { ...GONE, positions: 14, removed_at: null }, // an alert uses it: it is there again
  ]);
  expect(await runner.query('select shape_positions from alert order by shape_positions')).toEqual([
    { shape_positions: 0 },
    { shape_positions: 2 * (14 + 5 + 5) },
  ]);
  expect(
    await runner.query('select array(select unnest(shape_ids) order by 1) ids from alert_criteria_history'),
  ).toEqual([{ ids: [KEPT.id, GONE.id].sort() }]);

  await inTransaction(() => migration.down(runner));
  expect(await stored()).toEqual(before);
  await inTransaction(() => migration.up(runner));
  expect(await stored()).toEqual(after);
});

async function inTransaction(work: () => Promise<void>): Promise<void> {
  await runner.query('begin');
  await work();
  await runner.query('commit');
}

async function writeAlert(id: string, criteria: object, shapeIds: readonly string[]): Promise<void> {
  await runner.query(
    `insert into alert (id, account_id, shard, name, active, search_mode, criteria, criteria_version, shape_ids,
       signing_key, active_since, xid, created_at, updated_at)
     values ($1, $2, 0, 'x', true, 'advanced', $3, 2, $4, '', pg_current_snapshot(), pg_current_xact_id(), now(), now())`,
    [id, ACCOUNT, JSON.stringify(criteria), shapeIds],
  );
}

/** All criteria of the store, those of alerts without shapes too. */
async function stored(): Promise<StoredCriteria[]> {
  const rows = (await runner.query(
    'select criteria from alert union all select criteria from alert_criteria_history',
  )) as { criteria: StoredCriteria }[];
  return rows.map(({ criteria }) => criteria).sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
}

function withoutGeometries(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'geometry' ? undefined : inner)));
}

function polygon(at: number): AreaGeometry {
  return { type: 'Polygon', coordinates: [square(at)] };
}

/** A part with a hole, and a part of four positions. */
function multiPolygon(): AreaGeometry {
  return {
    type: 'MultiPolygon',
    coordinates: [[square(8), square(4)], [square(-2).filter((_, place) => place !== 1)]],
  };
}

function square(size: number): Position[] {
  return [
    [0, 0],
    [size, 0],
    [size, size * 0.1],
    [0, size],
    [0, 0],
  ];
}
