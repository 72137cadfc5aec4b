import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import { DivisionStore, type Division } from './division-store.js';
import { SELECT_WRONG_ANCESTORS } from './statements/divisions.js';

let testDatabase: TestDatabase;
let database: Database;
let store: DivisionStore;
let other: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url, { poolSize: 3 });
  other = await openDatabase(testDatabase.url, { poolSize: 1 });
  store = new DivisionStore(database);
});
beforeEach(() => database.query('truncate division'));
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  await other.close();
  await database.close();
  await testDatabase.drop();
});

const division = (id: number, parentId: number | null, name = 'A place'): Division => ({
  id,
  type: parentId === null ? 'COUNTRY' : 'CITY',
  name,
  parentId,
  countryCode: 'FR',
  centroid: null,
  geometry: null,
  postalCodes: [],
});
const ancestors = async (): Promise<Record<number, number[]>> =>
  Object.fromEntries((await store.listed()).map(({ id, ancestorIds }) => [id, ancestorIds]));

it('writes as many divisions at once as are written in a moment, and all of them', async () => {
  const transactions = jest.spyOn(database, 'transaction');
  const large = 'x'.repeat(200_000);
  await store.write([division(1, null), ...[2, 3, 4, 5].map((id) => division(id, 1, large))]);
  expect(transactions).toHaveBeenCalledTimes(2);
  expect((await store.ids()).sort()).toEqual([1, 2, 3, 4, 5]);
});

it('links every division to all above it, and again when its parent moves', async () => {
  await store.write([division(1, null), division(2, 1), division(3, 2), division(4, null)]);
  await store.linkAncestors();
  expect(await ancestors()).toEqual({ 1: [], 2: [1], 3: [2, 1], 4: [] });
  await store.write([division(2, 4)]);
  await store.linkAncestors();
  expect(await ancestors()).toEqual({ 1: [], 2: [4], 3: [2, 4], 4: [] });
});

it('writes the ancestors that are known already, and corrects them where a parent moved', async () => {
  await store.write([division(1, null), { ...division(2, 1), ancestorIds: [1] }, division(4, null)]);
  expect(await ancestors()).toEqual({ 1: [], 2: [1], 4: [] });
  await store.write([{ ...division(3, 2), ancestorIds: [2, 1] }, division(2, 4)]);
  expect(await ancestors()).toEqual({ 1: [], 2: [1], 3: [2, 1], 4: [] });
  await store.linkAncestors();
  expect(await ancestors()).toEqual({ 1: [], 2: [4], 3: [2, 4], 4: [] });
  expect(await store.ancestors()).toEqual(
    new Map([
      [1, []],
      [2, [4]],
      [3, [2, 4]],
      [4, []],
    ]),
  );
});

it('links anew what somebody wrote while it worked', async () => {
  await store.write([division(1, null), division(2, 1), division(3, 2)]);
  const query = database.query.bind(database);
  let written = false;
  jest.spyOn(database, 'query').mockImplementation(async (text, parameters) => {
    const rows = await query(text, parameters);
    if (text === SELECT_WRONG_ANCESTORS && !written) {
      written = true;
      await new DivisionStore(other).write([division(4, null), division(2, 4)]);
    }
    return rows;
  });
  await store.linkAncestors();
  expect(await ancestors()).toEqual({ 1: [], 2: [4], 3: [2, 4], 4: [] });
});
