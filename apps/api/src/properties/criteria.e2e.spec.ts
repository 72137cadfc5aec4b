import { ApiUnderTest } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleHomes } from '../testing/sample-homes.js';
import { cheapestFirst, nextBodyOf, SHAPE_B, titlesOf } from '../testing/search-answers.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(230));
}, 60_000);
afterAll(() => api.stop());

describe('conditions reach the search', () => {
  it('means the same in classic and advanced mode', async () => {
    const classic = await api.search({
      propertyTypes: ['APARTMENT'],
      cityIds: [75_056],
      price: { lte: 150_000 },
      rooms: { gte: 2 },
      size: 100,
      sort: cheapestFirst,
    });
    const advanced = await api.search({
      searchMode: 'advanced',
      size: 100,
      sort: cheapestFirst,
      criteria: {
        propertyType: { included: [0] },
        operator: 'AND',
        branches: [{ location: { included: [{ cityId: 75_056 }] } }, { price: { max: 150_000 }, rooms: { min: 2 } }],
      },
    });
    const expected = Array.from({ length: 51 }, (_, n) => n)
      .filter((n) => n % 2 === 0 && n % 3 === 0 && n % 6 >= 1)
      .map((n) => `Home ${n}`);
    expect(titlesOf(classic)).toEqual(expected);
    expect(titlesOf(advanced)).toEqual(expected);
  });

  it('knows divisions that were loaded a moment ago', async () => {
    expect(violatedPaths(await api.search({ cityIds: [31_555] }))).toEqual(['cityIds[0]']);
    await api.loadDivisions([{ id: 31_555, type: 'CITY', name: 'Toulouse', countryCode: 'FR', parentId: 900_000_001 }]);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await api.search({ cityIds: [31_555] })).body.meta.totalItems).toBe(0);
  });

  it('finds shapes of the account and of no other', async () => {
    const id = '0199a1b2-0000-7000-8000-00000000abcd';
    await api.makeKey();
    await api.database.query(
      `insert into shape (id, account_id, geometry, positions, created_at) select $1, id, $2, 5, now() from account where name = 'Spec & Co'`,
      [
        id,
        JSON.stringify({
          type: 'Polygon',
          coordinates: [
            [
              [0.9, 42.9],
              [1.05, 42.9],
              [1.05, 43.25],
              [0.9, 43.25],
              [0.9, 42.9],
            ],
          ],
        }),
      ],
    );
    const body = {
      searchMode: 'advanced',
      criteria: { location: { includedGeoShapeIds: [id.toUpperCase()] } },
      sort: cheapestFirst,
    };
    expect(titlesOf(await api.search(body))).toEqual(['Home 0', 'Home 1', 'Home 2']);
    expect(violatedPaths(await api.search(body, { key: await api.makeKey({ account: 'Stranger' }) }))).toEqual([
      'criteria.location.includedGeoShapeIds[0]',
    ]);
  });
});

describe('SQL in every string', () => {
  const INJECTIONS = [
    "'; drop table listing; --",
    "' or '1'='1",
    '" or ""="',
    '\\',
    '$1',
    '%',
    "'||pg_sleep(5)||'",
    '0); select pg_sleep(5); --',
    '\u0000',
    '🏠',
  ];
  const bodies = (text: string): object[] => [
    { transactionType: text },
    { transactionType: [text] },
    { propertyTypes: [text] },
    { cityIds: [text] },
    { price: { gte: text } },
    { hasParking: text },
    { searchMode: text },
    { paginationType: text },
    { sort: { field: text } },
    { sort: { direction: text } },
    { paginationType: 'cursor', cursor: text },
    { paginationType: 'cursor', cursor: JSON.stringify([text]) },
    { [text]: 1 },
    { price: { [text]: 1 } },
    ...[
      { transactionType: { value: text } },
      { propertyType: { included: [text] } },
      { propertyType: { excluded: [text] } },
      { operator: text, children: [{}, {}] },
      { location: { centerPoint: text, radiusMeters: 1 } },
      { location: { includedGeoShapeIds: [text] } },
      { location: { included: [{ cityId: text }] } },
      { location: { includedDivisionIds: [text] } },
      { unit: { [text]: { value: true } } },
      { unit: { furnished: { value: text } } },
      { rooms: { min: text } },
    ].map((criteria) => ({ searchMode: 'advanced', criteria })),
  ];

  it('is refused or means nothing', async () => {
    const { body: before } = await api.ask('POST', '/properties/count', { body: {} });
    for (const text of INJECTIONS) {
      for (const body of bodies(text))
        expect({ body, status: (await api.search(body)).status }).toEqual({ body, status: 422 });
      for (const address of [
        `/properties/${encodeURIComponent(text)}`,
        `/properties/${encodeURIComponent(text)}/history`,
        `/properties/search-by-url?url=${encodeURIComponent(text)}`,
      ]) {
        expect([404, 422]).toContain((await api.ask('GET', address)).status);
      }
      const key = Buffer.from(text, 'utf8')
        .toString('latin1')
        .replace(/[^\x20-\x7e]/g, '?');
      expect((await api.ask('GET', '/properties/x', { key })).status).toBe(401);
    }
    expect((await api.ask('POST', '/properties/count', { body: {} })).body).toEqual(before);
  }, 60_000);
});

describe('words', () => {
  const advanced = (text: object, more: object = {}) => ({ searchMode: 'advanced', criteria: { text }, ...more });

  it('are found in texts, as a whole, as a phrase and by their beginning', async () => {
    for (const [text, total] of [
      [{ all: ['home 8'] }, 1],
      [{ all: ['HOM*'], any: ['11', '12'] }, 2],
      [{ all: ['home 8'], none: ['8'], in: ['title'] }, 0],
      [{ all: ['hom'] }, 0],
    ] as const) {
      const { body } = await api.search(advanced(text), { headers: SHAPE_B });
      expect([text, body.totalItems]).toEqual([text, total]);
    }
  });

  it('are shown where they stand, where that is asked for, also beside chosen fields and on the next page', async () => {
    const asked = advanced({ any: ['home', 'hom*'] }, { highlight: true, size: 2, fields: ['title'] });
    const first = await api.search(asked, { headers: SHAPE_B });
    const listing = { title: expect.stringMatching(/^Home \d+$/), highlight: { title: [[0, 4]] } };
    expect(first.body.items).toEqual([{ listings: [listing] }, { listings: [listing] }]);
    const second = await api.search(nextBodyOf(first), { headers: SHAPE_B });
    expect(second.body.items[0].listings[0].highlight).toEqual({ title: [[0, 4]] });
    const without = await api.search({ size: 1 }, { headers: SHAPE_B });
    expect(without.body.items[0].listings[0]).not.toHaveProperty('highlight');
  });

  it('have to be words', async () => {
    const answer = await api.search(advanced({ all: ['!'] }, { highlight: 'yes' }));
    expect(violatedPaths(answer)).toEqual(expect.arrayContaining(['highlight', 'criteria.text.all[0]']));
  });
});
