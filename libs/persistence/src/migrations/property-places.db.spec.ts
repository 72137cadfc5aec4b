import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { DataSource } from 'typeorm';
import { dataSourceOf } from '../data-source.js';
import { migrate } from '../open-database.js';
import { PropertyPlaces1764800000028 } from './0028-property-places.js';

const NAME = 'PropertyPlaces1764800000028';

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

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Listings by property: latitude, accuracy (a place in LOCATION_ACCURACIES) and whether they are online. */
const LISTINGS: readonly [property: number, lat: number | null, accuracy: number | null, online: boolean][] = [
  [1, 41, 4, true],
  [1, 42, 1, true],
  [1, 43, 1, true],
  [1, 44, null, true],
  [1, 45, 0, false],
  [2, null, 0, true],
  [3, 46, 0, false],
];

it('goes back and forth, and puts every property where its listings show it most exactly', async () => {
  const runner = source.createQueryRunner();
  await new PropertyPlaces1764800000028().down(runner);
  await runner.release();
  await source.query('delete from gable_migration where name = $1', [NAME]);
  for (const n of [1, 2, 3])
    await source.query(
      'insert into property (id, created_at, updated_at, online_count, revision) values ($1, now(), now(), 1, 1)',
      [id(n)],
    );
  for (const [n, [property, lat, accuracy, online]] of LISTINGS.entries())
    await source.query(
      `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
         content_hash, created_at, updated_at, division_ids, lat, lng, location_accuracy)
       values ($1, $2, $3, $4, 1, $5, now(), now(), '', now(), now(), '{}', $6, $7, $8)`,
      [id(100 + n), id(9), String(n), id(property), online, lat, lat === null ? null : 5, accuracy],
    );
  expect(await migrate(test.url)).toEqual([NAME]);
  expect(await source.query('select lat, lng, map_key is null as nowhere from property order by id')).toEqual([
    { lat: 43, lng: 5, nowhere: false },
    { lat: null, lng: null, nowhere: true },
    { lat: null, lng: null, nowhere: true },
  ]);
});
