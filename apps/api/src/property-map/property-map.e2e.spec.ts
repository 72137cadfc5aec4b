import type { Database } from '@gable/persistence';
import { ColumnMap, PostgresSearch } from '@gable/search-postgres';
import { boxOfTile, geoBoxContains } from '@gable/domain/geo';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';
import { sampleHome, sampleHomes } from '../testing/sample-homes.js';

const FLAT = { accept: 'application/json' };
const EARTH = { north: 90, south: -90, east: 180, west: -180 };
/** Rows 0 to 9 of the first column of sample homes. */
const SOUTH = { north: 43.95, south: 42, east: 1.05, west: 0.9 };

let api: ApiUnderTest;
let columns: ColumnMap | undefined;
let answeredFromColumns = 0;

/** The engine of an API with SEARCH_MAP_MEMORY. */
function searchWithColumns(database: Database): PostgresSearch {
  const engine = new PostgresSearch(database);
  columns = new ColumnMap(engine.map, database, {
    mostBytes: 64 * 2 ** 20,
    onAnswer: (fromColumns) => (answeredFromColumns += Number(fromColumns)),
  });
  return Object.defineProperty(engine, 'map', { value: columns });
}

const map = (body: unknown) => api.ask('POST', '/properties/map', { body });
interface Cell {
  x: number;
  y: number;
  count: number;
  centroid: { latitude: number; longitude: number };
  medianPrice: number | null;
  byTransactionType: Record<'SELL' | 'RENT', { count: number; medianPrice: number | null }> | null;
  properties:
    | { uuid: string; latitude: number; longitude: number; minPrice: number | null; transactionType: string | null }[]
    | null;
}
const sumOf = (cells: Cell[]): number => cells.reduce((sum, { count }) => sum + count, 0);

describe.each([
  ['the search engine', {}],
  ['columns in memory', { searchOver: searchWithColumns }],
])('POST /properties/map, answered by %s', (engine, settings) => {
  beforeAll(async () => {
    api = await ApiUnderTest.start(settings);
    await api.ingest([
      ...sampleHomes(90),
      sampleHome(500, { externalId: 'nowhere', location: { cityId: 75_056 } }),
      sampleHome(501, { externalId: 'antimeridian', location: { lat: -17, lng: 179.99 } }),
      sampleHome(502, { externalId: 'beyond', location: { lat: -17, lng: -179.99 } }),
    ]);
    // The columns are loaded while the engine answers.
    if (columns !== undefined) while (answeredFromColumns === 0) await map({ boundingBox: SOUTH, zoom: 3 });
  }, 60_000);
  afterAll(async () => {
    columns?.close();
    await api.stop();
  });

  it.each([
    ['the whole earth', { boundingBox: EARTH }],
    ['a box', { boundingBox: SOUTH }],
    ['filters in a box', { propertyTypes: ['FLAT'], price: { gte: 102_000 }, boundingBox: SOUTH }],
    ['both sides of the 180th meridian', { boundingBox: { north: -16, south: -18, east: -179, west: 179 } }],
    [
      'a tree with a box of its own',
      {
        searchMode: 'advanced',
        criteria: { location: { boundingBox: SOUTH }, rooms: { min: 3 } },
        boundingBox: { ...SOUTH, north: 43.55 },
      },
    ],
  ])('shows as many of %s as a search finds, at every zoom', async (_, body) => {
    const { boundingBox, ...rest } = body as { boundingBox: object; searchMode?: string; criteria?: object };
    const search =
      rest.searchMode === 'advanced'
        ? { ...rest, criteria: { children: [rest.criteria, { location: { boundingBox } }] } }
        : body;
    const { body: found } = await api.search(search, { headers: FLAT });
    expect(found.totalItems).toBeGreaterThan(1);
    for (const zoom of [0, 4, 5]) {
      const { status, body: answer, headers } = await map({ ...body, zoom });
      expect([status, headers.get('x-search-backend')]).toEqual([200, 'postgres']);
      expect([answer.totalItems, sumOf(answer.cells), answer.tileZoom]).toEqual([
        found.totalItems,
        found.totalItems,
        zoom + 2,
      ]);
    }
  });

  it('names the properties of a cell with few, each at its place, with the middle and the median of all', async () => {
    const { body } = await map({ boundingBox: SOUTH, zoom: 12 });
    const cells = body.cells as Cell[];
    expect(cells.length).toBe(10);
    for (const { x, y, count, centroid, medianPrice, properties } of cells) {
      const [only] = properties!;
      expect([count, properties!.length, medianPrice]).toEqual([1, 1, only!.minPrice]);
      const point = { lat: only!.latitude, lng: only!.longitude };
      expect(centroid).toEqual({ latitude: point.lat, longitude: point.lng });
      expect(geoBoxContains(boxOfTile({ z: 14, x, y }), point)).toBe(true);
    }
    const far = (await map({ boundingBox: SOUTH, zoom: 0 })).body.cells as Cell[];
    expect(far.map(({ count, properties, medianPrice }) => ({ count, properties, medianPrice }))).toEqual([
      { count: 10, properties: null, medianPrice: 104_500 },
    ]);
  });

  it('parts prices from rents where it is asked to, and says of a property what its price is for', async () => {
    const [lat, lng] = [10, 10];
    const deals = [
      { transactionType: 'SELL', price: 100_000 },
      { transactionType: 'SELL', price: 300_000 },
      { transactionType: 'RENT', price: 700 },
    ];
    await api.ingest(
      deals.map((deal, n) =>
        sampleHome(510 + n, { externalId: `deal-${n}`, location: { lat, lng: lng + n }, ...deal }),
      ),
    );
    const around = { boundingBox: { north: 11, south: 9, east: 14, west: 9 } };
    const far = (await map({ ...around, zoom: 0, byTransactionType: true })).body.cells as Cell[];
    expect(far.map(({ count, byTransactionType }) => ({ count, byTransactionType }))).toEqual([
      {
        count: 3,
        byTransactionType: { SELL: { count: 2, medianPrice: 200_000 }, RENT: { count: 1, medianPrice: 700 } },
      },
    ]);
    const near = (await map({ ...around, zoom: 6 })).body.cells as Cell[];
    expect(near.map(({ byTransactionType }) => byTransactionType)).toEqual(near.map(() => null));
    const named = near.flatMap(({ properties }) => properties!);
    expect(named.map(({ minPrice, transactionType }) => [minPrice, transactionType]).sort()).toEqual(
      deals.map(({ transactionType, price }) => [price, transactionType]).sort(),
    );
    const toRent = await map({ ...around, zoom: 0, transactionType: 'RENT', byTransactionType: true });
    expect((toRent.body.cells as Cell[])[0]!.byTransactionType).toEqual({
      SELL: { count: 0, medianPrice: null },
      RENT: { count: 1, medianPrice: 700 },
    });
  });

  it('counts what has no place where it is asked to, without the box', async () => {
    expect((await map({ boundingBox: SOUTH, zoom: 3 })).body.withoutPoint).toBeNull();
    expect((await map({ boundingBox: SOUTH, zoom: 3, countWithoutPoint: true })).body.withoutPoint).toBe(1);
    const cheap = { boundingBox: SOUTH, zoom: 3, countWithoutPoint: true, price: { lte: 5 } };
    expect((await map(cheap)).body.withoutPoint).toBe(0);
  });

  it('takes the body of a search as it is', async () => {
    const { status } = await map({
      boundingBox: SOUTH,
      zoom: 3,
      page: 2,
      size: 5,
      sort: { field: 'PRICE' },
      fields: ['uuid'],
    });
    expect(status).toBe(200);
  });

  it('names everything that is wrong', async () => {
    expect(violatedPaths(await map({}))).toEqual(['zoom', 'boundingBox']);
    const answer = await map({
      zoom: 2.5,
      boundingBox: { north: 1, south: 2, east: 3, west: 4 },
      countWithoutPoint: 'yes',
      pricee: 5,
    });
    expect(violatedPaths(answer).sort()).toEqual(['boundingBox.south', 'countWithoutPoint', 'pricee', 'zoom']);
    const tooFine = await map({ zoom: 12, boundingBox: EARTH });
    expect(violatedPaths(tooFine)).toEqual(['zoom']);
  });

  it('shows what was ingested a moment before', async () => {
    const total = async () => (await map({ boundingBox: EARTH, zoom: 3 })).body.totalItems as number;
    const [before, fromColumns] = [await total(), answeredFromColumns];
    await api.ingest([sampleHome(600, { externalId: 'new', location: { lat: 43, lng: 1 } })]);
    expect(await total()).toBe(before + 1);
    expect(answeredFromColumns - fromColumns).toBe(engine === 'columns in memory' ? 1 : 0);
  });
});
