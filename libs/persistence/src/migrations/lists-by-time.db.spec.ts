import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { DataSource } from 'typeorm';
import { dataSourceOf } from '../data-source.js';
import { migrate } from '../open-database.js';
import { ListsByTime1764800000020 } from './0020-lists-by-time.js';

const NAME = 'ListsByTime1764800000020';

let test: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  test = await createTestDatabase();
  source = await dataSourceOf(test.url, { poolSize: 2 }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await test.drop();
});

const indexes = async (): Promise<string[]> => {
  const rows: { name: string }[] = await source.query(
    `select indexrelid::regclass::text as name from pg_index
     where indisvalid and indexrelid::regclass::text = any($1) order by 1`,
    [[...LISTED, 'shape_account']],
  );
  return rows.map(({ name }) => name);
};

/** As a store stands that does not know the migration yet. */
async function takeBack(): Promise<void> {
  const runner = source.createQueryRunner();
  await new ListsByTime1764800000020().down(runner);
  await runner.release();
  await source.query('delete from gable_migration where name = $1', [NAME]);
}

const LISTED = [
  'alert_event_listed',
  'delivery_endpoint_open',
  'event_notification_status',
  'favorite_property_listed',
  'shape_listed',
];

it('goes back and forth', async () => {
  await takeBack();
  expect(await indexes()).toEqual(['shape_account']);
  expect(await migrate(test.url)).toEqual([NAME]);
  expect(await indexes()).toEqual(LISTED);
});

it('makes names of sources that are stored searchable', async () => {
  await takeBack();
  await source.query(
    `insert into source (id, domain, name, created_at) select gen_random_uuid(), name, name, now()
     from unnest($1::text[]) name`,
    [['Łódź Homes', '\u0301', 'ÉTAB']],
  );
  await migrate(test.url);
  const rows: { plain_name: string }[] = await source.query('select plain_name from source order by plain_name');
  expect(rows.map((row) => row.plain_name)).toEqual([' ', 'etab', 'lodz homes']);
});

it('replaces an index that was cut short', async () => {
  await takeBack();
  await source.query('create index shape_listed on shape (id)');
  await source.query(`update pg_index set indisvalid = false where indexrelid = 'shape_listed'::regclass`);
  expect(await migrate(test.url)).toEqual([NAME]);
  expect(await indexes()).toEqual(LISTED);
});

it('is applied once by several that migrate at the same moment', async () => {
  await takeBack();
  const applied = await Promise.all([1, 2, 3].map(() => migrate(test.url)));
  expect(applied.flat()).toEqual([NAME]);
  expect(await indexes()).toEqual(LISTED);
}, 30_000);
