import { distanceMeters } from '@gable/domain/geo';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';
import { sampleHome, sampleHomes } from '../testing/sample-homes.js';

const FLAT = { accept: 'application/json' };
const CENTER = { lat: 44.02, lng: 1 };

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start({});
  await api.ingest([...sampleHomes(60), sampleHome(500, { externalId: 'nowhere', location: { cityId: 75_056 } })]);
}, 60_000);
afterAll(() => api.stop());

interface Item {
  uuid: string;
  distanceMeters: number | null;
  listings: { latitude: number | null; longitude: number | null }[];
}
const found = async (body: object): Promise<{ items: Item[]; nextRequestBody: object; hasNextPage: boolean }> => {
  const answer = await api.search(body, { headers: FLAT });
  expect(answer.status).toBe(200);
  return answer.body as { items: Item[]; nextRequestBody: object; hasNextPage: boolean };
};
const expected = ({ listings: [first] }: Item): number | null => {
  const { latitude: lat, longitude: lng } = first!;
  return lat === null || lng === null ? null : Math.round(distanceMeters(CENTER, { lat, lng }) * 1_000) / 1_000;
};

describe('a search by distance', () => {
  it.each(['page', 'cursor'])('goes from the nearest to those without a place, in %s mode', async (paginationType) => {
    const all: Item[] = [];
    let body: object = { paginationType, size: 17, sort: { field: 'DISTANCE', centerPoint: [CENTER.lat, CENTER.lng] } };
    for (;;) {
      const page = await found(body);
      all.push(...page.items);
      if (!page.hasNextPage) break;
      body = page.nextRequestBody;
    }
    expect(all.length).toBe(61);
    const distances = all.map(({ distanceMeters: distance }) => distance);
    expect(distances).toEqual(all.map(expected));
    expect(distances.at(-1)).toBeNull();
    const stated = distances.slice(0, -1) as number[];
    expect(stated).toEqual([...stated].sort((a, b) => a - b));
  });

  it('goes from the farthest where it is asked to, those without a place last all the same', async () => {
    const sort = { field: 'DISTANCE', direction: 'DESC', centerPoint: CENTER };
    const { items } = await found({ size: 100, sort });
    const distances = items.map(({ distanceMeters: distance }) => distance);
    expect(distances.at(-1)).toBeNull();
    expect(distances[0]).toBe(Math.max(...(distances.slice(0, -1) as number[])));
  });

  it('takes the centre of a circle at the root of the criteria', async () => {
    const criteria = { location: { centerPoint: CENTER, radiusMeters: 30_000 } };
    const { items } = await found({ searchMode: 'advanced', criteria, sort: { field: 'DISTANCE' } });
    expect(items.length).toBeGreaterThan(3);
    expect(items.map(({ distanceMeters: distance }) => distance)).toEqual(items.map(expected));
    expect(items.every(({ distanceMeters: distance }) => distance! <= 30_000)).toBe(true);
  });

  it('answers distanceMeters among chosen fields, and in no other order', async () => {
    const chosen = await found({
      size: 1,
      fields: ['distanceMeters'],
      sort: { field: 'DISTANCE', centerPoint: CENTER },
    });
    expect(Object.keys(chosen.items[0]!)).toEqual(['distanceMeters']);
    expect((await found({ size: 1 })).items[0]).not.toHaveProperty('distanceMeters');
  });

  it('refuses a cursor from elsewhere, and a point that is none or has no use', async () => {
    const sort = { field: 'DISTANCE', centerPoint: CENTER };
    const { nextRequestBody } = await found({ paginationType: 'cursor', size: 5, sort });
    const elsewhere = { ...nextRequestBody, sort: { ...sort, centerPoint: { lat: 1, lng: 1 } } };
    expect(violatedPaths(await api.search(elsewhere))).toEqual(['cursor']);
    expect(violatedPaths(await api.search({ sort: { field: 'DISTANCE' } }))).toEqual(['sort.centerPoint']);
    expect(violatedPaths(await api.search({ sort: { field: 'PRICE', centerPoint: CENTER } }))).toEqual([
      'sort.centerPoint',
    ]);
    expect(violatedPaths(await api.search({ sort: { field: 'DISTANCE', centerPoint: { lat: 91, lng: 1 } } }))).toEqual([
      'sort.centerPoint.lat',
    ]);
    const wrongCriteria = { searchMode: 'advanced', criteria: { pricee: 1 }, sort: { field: 'DISTANCE' } };
    expect(violatedPaths(await api.search(wrongCriteria))).toEqual(['criteria.pricee']);
  });
});
