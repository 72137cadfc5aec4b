import { mapKeyOf } from '@gable/domain/geo';
import { SeededRandom } from '@gable/domain/testing';
import { createTestDatabase } from '@gable/testing';
import { openDatabase } from '../open-database.js';

it('the database names the tile of a point as the domain does', async () => {
  const test = await createTestDatabase();
  const database = await openDatabase(test.url, { poolSize: 1 });
  const random = new SeededRandom(28);
  const points = [
    ...[-90, -85.06, 0, 45, 85.06, 90].flatMap((lat) => [-180, 0, 179.9999, 180].map((lng) => ({ lat, lng }))),
    ...Array.from({ length: 5_000 }, () => ({ lat: 180 * random.next() - 90, lng: 360 * random.next() - 180 })),
  ];
  const rows = await database.query<{ key: number }>(
    `select gable_map_key(lat, lng)::float8 as key from unnest($1::float8[], $2::float8[]) with ordinality p(lat, lng, n)
     order by n`,
    [points.map(({ lat }) => lat), points.map(({ lng }) => lng)],
  );
  expect(rows.map(({ key }) => key)).toEqual(points.map(mapKeyOf));
  await database.close();
  await test.drop();
});
