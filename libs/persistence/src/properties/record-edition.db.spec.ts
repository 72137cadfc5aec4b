import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { DivisionStore } from '../geography/division-store.js';
import { DERIVATION_VERSION } from '../listings/derivation-version.js';
import { openDatabase } from '../open-database.js';
import { PropertyStore } from './property-store.js';

const SOURCE = '0199a1b2-0000-7000-8000-000000000001';
const PARIS = { id: 75_056, type: 'CITY', parentId: null, countryCode: 'FR', centroid: null, geometry: null } as const;

let test: TestDatabase;
let database: Database;
let properties: PropertyStore;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase(test.url, { poolSize: 1 });
  properties = new PropertyStore(database);
  await database.query(
    `insert into source (id, domain, name, plain_name, created_at) values ($1, 'one.example', 'One', 'one', now())`,
    [SOURCE],
  );
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

it('stays as it is until a source or a division has another name', async () => {
  const editions = new Set<string | null>();
  const look = async () => editions.add(await properties.recordEdition()).size;
  expect([await look(), await look()]).toEqual([1, 1]);
  await database.query(`update source set name = 'Another' where id = $1`, [SOURCE]);
  expect([await look(), await look()]).toEqual([2, 2]);
  await new DivisionStore(database).write([{ ...PARIS, name: 'Paris', postalCodes: [] }]);
  expect([await look(), await look()]).toEqual([3, 3]);
  expect(editions.has(null)).toBe(false);
});

it('is none while a worker brings listings up to date that an earlier release stored', async () => {
  await database.query(
    `insert into listing (id, source_id, external_id, property_id, revision_id, online, observed_at, last_event_at,
       content_hash, created_at, updated_at, derivation)
     values (gen_random_uuid(), $1, '1', gen_random_uuid(), 1, true, now(), now(), '', now(), now(), $2)`,
    [SOURCE, DERIVATION_VERSION - 1],
  );
  expect(await properties.recordEdition()).toBeNull();
  await database.query('update listing set derivation = $1', [DERIVATION_VERSION]);
  expect(await properties.recordEdition()).not.toBeNull();
});
