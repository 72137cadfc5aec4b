import { VectorTile } from '@mapbox/vector-tile';
import { boxOfTile, tileOf } from '@gable/domain/geo';
import { PbfReader } from 'pbf';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { sampleHome, sampleHomes } from '../testing/sample-homes.js';

const SEARCH = { propertyTypes: ['FLAT'], price: { gte: 102_000 } };
const EXTENT = 4_096;
/** A tile that is passed on in tests of what is wrong. */
const [Z, X, Y] = [6, 32, 23];

let api: ApiUnderTest;
let key: string;

beforeAll(async () => {
  api = await ApiUnderTest.start({});
  key = await api.makeKey();
  await api.ingest([
    ...sampleHomes(90),
    sampleHome(500, { externalId: 'nowhere', location: { cityId: 75_056 } }),
    sampleHome(501, { externalId: 'unpriced', price: undefined, location: { lat: 10, lng: 10 } }),
  ]);
}, 60_000);
afterAll(() => api.stop());

interface Feature {
  x: number;
  y: number;
  properties: Record<string, unknown>;
}

async function keep(body: unknown): Promise<string> {
  const { status, body: kept } = await api.ask('POST', '/properties/tiles', { key, body });
  expect(status).toBe(200);
  return kept.searchId as string;
}

const at = (z: number, x: number, y: number, search: string) => `/properties/tiles/${z}/${x}/${y}.mvt?search=${search}`;

async function fetchTile(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${api.url}${address}`, { headers: { 'x-api-key': key, ...headers } });
}

/** The features of both layers; of a layer that is not there, none. */
async function decode(answer: Response): Promise<{ cells: Feature[]; properties: Feature[] }> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await answer.arrayBuffer())));
  const read = (name: string): Feature[] => {
    const layer = layers[name];
    if (layer === undefined) return [];
    expect([layer.version, layer.extent]).toEqual([2, EXTENT]);
    return Array.from({ length: layer.length }, (_, n) => {
      const feature = layer.feature(n);
      const point = feature.loadGeometry()[0]![0]!;
      return { x: point.x, y: point.y, properties: feature.properties };
    });
  };
  return { cells: read('cells'), properties: read('properties') };
}

/** What a map of the tile has, as features of a tile. */
function expectedFeatures(
  cells: { count: number; centroid: object; medianPrice: number | null; properties: object[] | null }[],
  z: number,
  x: number,
  y: number,
): { cells: Feature[]; properties: Feature[] } {
  const { north, south, west, east } = boxOfTile({ z, x, y });
  const mercator = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180));
  const feature = ({ latitude, longitude }: { latitude: number; longitude: number }, tags: object): Feature => ({
    x: expect.closeTo(((longitude - west) / (east - west)) * EXTENT, -0.5) as number,
    y: expect.closeTo(
      ((mercator(north) - mercator(latitude)) / (mercator(north) - mercator(south))) * EXTENT,
      -0.5,
    ) as number,
    properties: Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== null)),
  });
  return {
    cells: cells.map(({ centroid, count, medianPrice }) => feature(centroid as never, { count, medianPrice })),
    properties: cells.flatMap(({ properties }) =>
      (properties ?? []).map((property) => {
        const { uuid, minPrice, transactionType } = property as Record<string, string | number | null>;
        return feature(property as never, { uuid, minPrice, transactionType });
      }),
    ),
  };
}

describe('GET /properties/tiles/{z}/{x}/{y}.mvt', () => {
  it.each([
    ['classic', SEARCH],
    ['advanced', { searchMode: 'advanced', criteria: { rooms: { min: 2 } } }],
  ])('has what the map shows of the tile, for a %s search', async (_, body) => {
    const search = await keep(body);
    for (const z of [0, 6, 10, 22]) {
      const { x, y } = tileOf({ lat: 43.5, lng: 1 }, z);
      const { body: map } = await api.ask('POST', '/properties/map', {
        body: { ...body, zoom: z, boundingBox: boxOfTile({ z, x, y }) },
      });
      if (z < 22) expect(map.cells.length).toBeGreaterThan(0);
      expect(await decode(await fetchTile(at(z, x, y, search)))).toEqual(expectedFeatures(map.cells, z, x, y));
    }
  });

  it('has each property in one tile of a zoom, and all that have a place in some', async () => {
    const search = await keep({});
    let counted = 0;
    for (let x = 0; x < 8; x += 1)
      for (let y = 0; y < 8; y += 1)
        for (const { properties } of (await decode(await fetchTile(at(3, x, y, search)))).cells)
          counted += properties['count'] as number;
    const { body } = await api.ask('POST', '/properties/count', { body: {} });
    expect(counted).toBe(body.totalItems - 1);
  });

  it('leaves out prices that are not stated', async () => {
    const { x, y } = tileOf({ lat: 10, lng: 10 }, 9);
    const { cells, properties } = await decode(await fetchTile(at(9, x, y, await keep({}))));
    expect(cells.map(({ properties }) => properties)).toEqual([{ count: 1 }]);
    expect(properties.map(({ properties }) => Object.keys(properties))).toEqual([['uuid', 'transactionType']]);
  });

  it('is empty where nothing stands, is kept by its caller alone, and is not sent again while it is the same', async () => {
    const search = await keep({});
    const empty = await fetchTile(at(9, 0, 0, search));
    expect([empty.status, (await empty.arrayBuffer()).byteLength]).toEqual([200, 0]);
    const first = await fetchTile(at(6, 32, 23, search));
    const etag = first.headers.get('etag')!;
    expect(['cache-control', 'vary', 'x-search-backend'].map((name) => first.headers.get(name))).toEqual([
      'private, max-age=60',
      'Accept, X-API-Key', // who signs in with another key does not see what this one saw
      'postgres',
    ]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await fetchTile(at(6, 32, 23, search), { 'if-none-match': known });
      expect([known, again.status, again.headers.get('etag')]).toEqual([known, 304, etag]);
    }
    expect((await fetchTile(at(6, 32, 23, search), { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is of a search of the own account, while that is kept', async () => {
    const search = await keep(SEARCH);
    expect((await api.ask('GET', at(Z, X, Y, search), { key })).status).toBe(200);
    expectProblem(
      await api.ask('GET', at(Z, X, Y, search), { key: await api.makeKey({ account: 'Other' }) }),
      404,
      'not-found',
    );
    await api.database.query(`update tile_search set expires_at = now() where id = $1`, [search]);
    expectProblem(await api.ask('GET', at(Z, X, Y, search), { key }), 404, 'not-found');
    expect(await keep(SEARCH)).toBe(search);
    expect((await api.ask('GET', at(Z, X, Y, search), { key })).status).toBe(200);
  });

  it('names what is wrong with its address', async () => {
    const search = await keep({});
    for (const [z, x, y, paths] of [
      ['23', '0', '0', ['z']],
      ['-1', '0', '0', ['z']],
      ['1.5', '0', '0', ['z']],
      ['2', '4', '4', ['x', 'y']],
      ['2', '01', '0', ['x']],
      ['2', '0', 'y', ['y']],
    ] as const)
      expect(violatedPaths(await api.ask('GET', `/properties/tiles/${z}/${x}/${y}.mvt?search=${search}`))).toEqual(
        paths,
      );
    expect(violatedPaths(await api.ask('GET', '/properties/tiles/0/0/0.mvt'))).toEqual(['search']);
    expect(violatedPaths(await api.ask('GET', at(0, 0, 0, 'x')))).toEqual(['search']);
  });
});

describe('POST /properties/tiles', () => {
  it('keeps the same search once, and says where its tiles are and how long', async () => {
    const asked = Date.now();
    const { body } = await api.ask('POST', '/properties/tiles', {
      key,
      body: { ...SEARCH, page: 2, fields: ['uuid'] },
    });
    expect(body).toEqual({
      searchId: expect.any(String) as string,
      urlTemplate: `/properties/tiles/{z}/{x}/{y}.mvt?search=${body.searchId}`,
      expiresAt: expect.any(String) as string,
    });
    expect(Date.parse(body.expiresAt)).toBeGreaterThanOrEqual(asked + 3_590_000);
    expect(await keep({ ...SEARCH, page: 2, fields: ['uuid'] })).toBe(body.searchId);
    expect(await keep({})).not.toBe(body.searchId);
  });

  it.each([
    { says: 'another page', body: { ...SEARCH, page: 3, size: 5 } },
    { says: 'a cursor', body: { ...SEARCH, paginationType: 'cursor', size: 50 } },
    { says: 'another order', body: { ...SEARCH, sort: { field: 'PRICE', direction: 'ASC' } } },
    { says: 'other fields', body: { ...SEARCH, fields: ['uuid'], highlight: true } },
    { says: 'members in another order', body: Object.fromEntries(Object.entries(SEARCH).reverse()) },
    { says: 'members that are null', body: { ...SEARCH, area: null, searchMode: null } },
    {
      says: 'the other mode',
      body: { searchMode: 'advanced', criteria: { propertyType: { included: [0] }, price: { min: 102_000 } } },
    },
  ])('keeps a search once that was made again with $says', async ({ body }) => {
    expect(await keep(body)).toBe(await keep(SEARCH));
  });

  it('names what is wrong with the search', async () => {
    expect(violatedPaths(await api.ask('POST', '/properties/tiles', { body: { pricee: 5, size: 0 } })).sort()).toEqual([
      'pricee',
      'size',
    ]);
  });
});
