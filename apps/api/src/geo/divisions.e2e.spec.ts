import { DivisionCountStore } from '@gable/persistence/geography';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { sampleHome } from '../testing/sample-homes.js';
import { DivisionSearch } from './division-search.js';

const DIVISIONS = [
  { id: 33, type: 'COUNTRY', name: 'France', countryCode: 'FR' },
  { id: 100_084, type: 'REGION', name: 'Auvergne-Rhône-Alpes', countryCode: 'FR', parentId: 33 },
  {
    id: 100_011,
    type: 'REGION',
    name: 'Île-de-France',
    countryCode: 'FR',
    parentId: 33,
    centroid: { lat: 48.7, lng: 2.5 },
  },
  {
    id: 75_056,
    type: 'CITY',
    name: 'Paris',
    countryCode: 'FR',
    parentId: 100_011,
    centroid: { lat: 48.86, lng: 2.35 },
    postalCodes: ['75001', '75011'],
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [2.2, 48.8],
          [2.5, 48.8],
          [2.5, 48.9],
          [2.2, 48.9],
          [2.2, 48.8],
        ],
      ],
    },
  },
  {
    id: 910_011,
    type: 'DISTRICT',
    name: 'Paris 11e Arrondissement',
    countryCode: 'FR',
    parentId: 75_056,
    postalCodes: ['75011'],
  },
  { id: 42_218, type: 'CITY', name: 'Saint-Étienne', countryCode: 'FR', parentId: 100_084, postalCodes: ['42000'] },
  { id: 1_053, type: 'CITY', name: 'Bourg-en-Bresse', countryCode: 'FR', parentId: 100_084, postalCodes: ['01000'] },
  { id: 69_123, type: 'CITY', name: 'Lyon', countryCode: 'FR', parentId: 100_084, postalCodes: ['69001'] },
];

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(DIVISIONS);
  const home = (n: number, location: object, more: object = {}) =>
    sampleHome(n, { location: { lat: 44 + n / 10, lng: 1, accuracy: 'PRECISE', ...location }, ...more });
  await api.ingest([
    home(1, { districtId: 910_011, cityId: 75_056 }),
    home(2, { cityId: 75_056 }),
    home(3, { cityId: 69_123 }),
    home(4, { cityId: 69_123 }),
    home(5, { cityId: 69_123 }),
    home(6, { cityId: 42_218 }, { status: 'OFFLINE' }),
  ]);
  await new DivisionCountStore(api.database).count();
}, 60_000);
afterAll(() => api.stop());

const complete = (query: string) => api.ask('GET', `/geo/autocomplete?${query}`);
const names = async (query: string): Promise<string[]> =>
  (await complete(query)).body.map(({ name }: { name: string }) => name);

describe('autocomplete', () => {
  it('answers divisions with what tells them apart, how they matched and how many properties they show', async () => {
    const { status, headers, body } = await complete('q=75011');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    });
    const above = [
      { id: 100_011, type: 'REGION', name: 'Île-de-France' },
      { id: 33, type: 'COUNTRY', name: 'France' },
    ];
    expect(body).toEqual([
      {
        id: 910_011,
        type: 'DISTRICT',
        name: 'Paris 11e Arrondissement',
        countryCode: 'FR',
        postalCodes: ['75011'],
        centroid: null,
        propertyCount: 1,
        match: 'EXACT',
        ancestors: [{ id: 75_056, type: 'CITY', name: 'Paris' }, ...above],
      },
      {
        id: 75_056,
        type: 'CITY',
        name: 'Paris',
        countryCode: 'FR',
        postalCodes: ['75001', '75011'],
        centroid: { lat: 48.86, lng: 2.35 },
        propertyCount: 2,
        match: 'EXACT',
        ancestors: above,
      },
    ]);
  });

  it('understands accents, blanks, typing errors and leading zeros', async () => {
    expect(await names('q=st%20etienne')).toEqual(['Saint-Étienne']);
    expect(await names('q=SAINT-%C3%89TIENE')).toEqual(['Saint-Étienne']);
    expect(await names('q=ile+de+france')).toEqual(['Île-de-France']);
    expect(await names('q=01')).toEqual(['Bourg-en-Bresse']);
    expect(await names('q=Pairs')).toEqual(['Paris', 'Paris 11e Arrondissement']);
    expect(await names('q=zzz')).toEqual([]);
  });

  it('keeps to types and a limit', async () => {
    expect(await names('q=paris&type=DISTRICT')).toEqual(['Paris 11e Arrondissement']);
    expect(await names('q=paris&type=DISTRICT&type=CITY')).toEqual(['Paris', 'Paris 11e Arrondissement']);
    expect(await names('q=paris&limit=1')).toEqual(['Paris']);
  });

  it('names the parameter that is wrong', async () => {
    for (const [query, path] of [
      ['', 'q'],
      ['q=', 'q'],
      ['q=-%27', 'q'],
      [`q=${'a'.repeat(101)}`, 'q'],
      ['q=a&q=b', 'q'],
      ['q=a&type=TOWN', 'type'],
      ['q=a&type=city', 'type'],
      ['q=a&type=', 'type'],
      ['q=a&type=CITY&type=CITY', 'type'],
      ['q=a&limit=0', 'limit'],
      ['q=a&limit=51', 'limit'],
      ['q=a&limit=1.5', 'limit'],
      ['q=a&limit=x', 'limit'],
      ['q=a&limit=', 'limit'],
      ['q=a&limit=1&limit=2', 'limit'],
      ['q=a&types=CITY', 'types'],
      ['q=a&page=1', 'page'],
    ] as const)
      expect({ query, paths: violatedPaths(await complete(query)) }).toEqual({ query, paths: [path] });
  });

  it('sees divisions and counts that came later', async () => {
    expect(await names('q=vien')).toEqual([]);
    await api.loadDivisions([{ id: 38_544, type: 'CITY', name: 'Vienne', countryCode: 'FR', parentId: 100_084 }]);
    await api.ingest([sampleHome(7, { location: { lat: 45, lng: 2, cityId: 38_544 } })]);
    await api.app.get(DivisionSearch).refresh();
    expect((await complete('q=vien')).body).toMatchObject([{ name: 'Vienne', propertyCount: 0 }]);
    await new DivisionCountStore(api.database).count();
    await api.app.get(DivisionSearch).refresh();
    expect((await complete('q=vien')).body).toMatchObject([
      { name: 'Vienne', propertyCount: 1, ancestors: [{ name: 'Auvergne-Rhône-Alpes' }, { name: 'France' }] },
    ]);
  });
});

describe('a division', () => {
  it('is read with its outline, those it lies in and those that lie in it', async () => {
    const { status, body } = await api.ask('GET', '/geo/divisions/75056');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: 75_056,
        type: 'CITY',
        name: 'Paris',
        countryCode: 'FR',
        postalCodes: ['75001', '75011'],
        centroid: { lat: 48.86, lng: 2.35 },
        propertyCount: 2,
        geometry: DIVISIONS[3]!.geometry,
        ancestors: [
          { id: 100_011, type: 'REGION', name: 'Île-de-France', propertyCount: 2 },
          { id: 33, type: 'COUNTRY', name: 'France', propertyCount: expect.any(Number) },
        ],
        children: [{ id: 910_011, type: 'DISTRICT', name: 'Paris 11e Arrondissement', propertyCount: 1 }],
        childCount: 1,
      },
    });
    const country = (await api.ask('GET', '/geo/divisions/33')).body;
    expect(country).toMatchObject({
      ancestors: [],
      geometry: null,
      childCount: 2,
      children: [{ name: 'Auvergne-Rhône-Alpes' }, { name: 'Île-de-France', propertyCount: 2 }],
    });
    expect(country.propertyCount).toBe(country.children[0].propertyCount + 2);
  });

  it('is not found by anything but the number of one', async () => {
    for (const id of [
      '1',
      '0',
      '-1',
      '075056',
      '75056.0',
      '7e4',
      'paris',
      '99999999999999999999',
      '9007199254740993',
      '%2075056',
      'null',
    ]) {
      expectProblem(await api.ask('GET', `/geo/divisions/${id}`), 404, 'not-found');
    }
    expect(violatedPaths(await api.ask('GET', '/geo/divisions/75056?with=children'))).toEqual(['with']);
  });
});

describe('GET /geo/outlines', () => {
  const outlines = (query: string) => api.ask('GET', `/geo/outlines?${query}`);

  it('answers the outlines of the divisions in a box, thinned to what it can show', async () => {
    const { status, body } = await outlines('north=49&south=48&east=3&west=2');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: 75_056,
        type: 'CITY',
        name: 'Paris',
        centroid: { lat: 48.86, lng: 2.35 },
        geometry: DIVISIONS[3]!.geometry,
      },
    ]);
  });

  it('leaves out what lies elsewhere or has no outline, and crosses the 180th meridian', async () => {
    expect((await outlines('north=48&south=47&east=3&west=2')).body).toEqual([]);
    expect((await outlines('north=49&south=48&east=-170&west=170')).body).toEqual([]);
    expect((await outlines('north=49&south=48&east=3&west=170')).body).toHaveLength(1);
  });

  it('refuses a box that is upside down', async () => {
    const answer = await outlines('north=48&south=49&east=3&west=2');
    expectProblem(answer, 422, 'validation-failed');
    expect(violatedPaths(answer)).toEqual(['south']);
  });
});
