import type { AreaGeometry } from '@gable/domain/geo';
import { createTestDatabase, type TestDatabase } from '@gable/testing';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { openDatabase } from '../open-database.js';
import { ShapeStore } from './shape-store.js';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase(testDatabase.url);
}, 60_000);
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const NOW = new Date('2026-01-10T08:00:00Z');
/** Of five positions. */
const square = (west: number): AreaGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 45],
      [west + 1, 45],
      [west + 1, 46],
      [west, 46],
      [west, 45],
    ],
  ],
});

describe('shapes that criteria name', () => {
  it('come with their geometries while they have few positions, each counted as often as it is named', async () => {
    const account = newId(NOW);
    await database.query("insert into account (id, name, created_at) values ($1, 'Drawn', now())", [account]);
    const shapes = new ShapeStore(database);
    const make = async (west: number) => (await shapes.create(account, { name: null, geometry: square(west) }, NOW)).id;
    const [one, other] = [await make(5), await make(7)];
    const named = async (mentions: [string, number][], most: number) =>
      [...(await shapes.named(account, new Map(mentions), most)).values()]
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ positions, geometry }) => [positions, geometry !== null]);

    expect(
      await named(
        [
          [one, 1],
          [other, 1],
        ],
        10,
      ),
    ).toEqual([
      [5, true],
      [5, true],
    ]);
    expect(
      await named(
        [
          [one, 2],
          [other, 1],
        ],
        15,
      ),
    ).toEqual([
      [5, true],
      [5, true],
    ]);
    expect(
      await named(
        [
          [one, 2],
          [other, 1],
        ],
        14,
      ),
    ).toEqual([
      [5, false],
      [5, false],
    ]);
    expect(await named([[one, 3]], 14)).toEqual([[5, false]]);
    expect(await named([[one, 2 ** 31]], 14)).toEqual([[5, false]]); // beyond an integer of the database
    expect(await named([[newId(NOW), 1]], 14)).toEqual([]);
  });
});
