import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleHome, sampleHomes } from '../testing/sample-homes.js';

const HOMES = 230;
const SHAPE_A = { accept: 'application/vnd.api+json' };
const SHAPE_B = { accept: 'application/json' };

let api: ApiUnderTest;
let saas: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(HOMES));
  saas = await api.makeKey({ role: 'ROLE_SAAS_USER' });
}, 60_000);
afterAll(() => api.stop());

const titlesOf = ({ body }: Answer): string[] =>
  (body.items ?? body.data.map(({ attributes }: { attributes: unknown }) => attributes)).map(
    ({ listings }: { listings: { title: string }[] }) => listings[0]!.title,
  );
/** The body of the next page, which either shape carries. */
const nextBodyOf = ({ body }: Answer): object => (body.meta?.pagination ?? body).nextRequestBody;
const nextPage = (page: number) => ({ paginationType: 'page', page: page + 1 });
const cheapestFirst = { field: 'PRICE', direction: 'ASC' };

describe('the shapes of an answer', () => {
  it('is shape B for JSON', async () => {
    const { status, headers, body } = await api.search({ size: 1, sort: cheapestFirst }, { headers: SHAPE_B });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('vary')).toContain('Accept');
    expect(body).toEqual({
      items: [
        {
          uuid: expect.any(String),
          minPrice: 100_000,
          maxPrice: 100_000,
          createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
          updatedAt: expect.any(String),
          listings: [
            {
              uuid: expect.any(String),
              title: 'Home 0',
              description: null,
              url: 'https://homes.example/adverts/0',
              price: 100_000,
              currency: 'EUR',
              transactionType: 'SELL',
              propertyType: 'FLAT',
              dataProvider: 'Homes',
              area: 20,
              rooms: 1,
              bedrooms: null,
              bathrooms: null,
              floor: null,
              hasParking: null,
              hasBalcony: null,
              hasGarden: null,
              hasCellar: null,
              cityId: 75_056,
              districtId: null,
              neighborhoodId: null,
              cityName: 'Paris',
              districtName: null,
              neighborhoodName: null,
              latitude: 43,
              longitude: 1,
              locationAccuracy: 'PRECISE',
              pictures: [],
              divisionIds: [75_056, 900_000_001],
              externalId: 'home-0',
              pricePerSquareMeter: 5_000,
              firstSeenAt: '2026-03-01T10:00:00.000Z',
              lastChangedAt: '2026-03-01T10:00:00.000Z',
              priceCut: { amount: 0, percent: 0 },
              source: { id: expect.any(String), domain: 'homes.example', name: 'Homes' },
              createdAt: expect.any(String),
              updatedAt: expect.any(String),
            },
          ],
        },
      ],
      totalItems: HOMES,
      totalIsExact: true,
      hasNextPage: true,
      nextRequestBody: { size: 1, sort: cheapestFirst, paginationType: 'page', page: 2 },
    });
  });

  it('is shape A for JSON:API, with everything to go on', async () => {
    const sent = { transactionType: ['SELL'], cityIds: [75_056], page: 2, size: 5, sort: cheapestFirst };
    const { headers, body } = await api.search(sent, { headers: SHAPE_A });
    expect(headers.get('content-type')).toBe('application/vnd.api+json');
    expect(body).toEqual({
      data: expect.any(Array),
      meta: {
        totalItems: 77,
        totalIsExact: true,
        hasNextPage: true,
        pagination: {
          type: 'page',
          size: 5,
          nextRequestBody: { ...sent, paginationType: 'page', page: 3 },
          prevRequestBody: { ...sent, paginationType: 'page', page: 1 },
          supportsPreviousPage: true,
          usage: expect.stringContaining('nextRequestBody'),
        },
      },
      links: { self: '/properties' },
    });
    expect(body.data).toHaveLength(5);
    const [{ id, type, attributes }] = body.data;
    expect({ id, type }).toEqual({ id: `/properties/${attributes.uuid}`, type: 'PropertySearch' });
  });

  it.each([
    [undefined, 'A'],
    ['*/*', 'A'],
    ['', 'A'],
    ['application/*', 'A'],
    ['application/json', 'B'],
    ['application/json, text/plain, */*', 'B'],
    ['application/vnd.api+json;q=0.5, application/json;q=0.4', 'A'],
    ['application/vnd.api+json;q=0.4, application/json;q=0.5', 'B'],
    ['application/json;q=0, */*;q=0.1', 'A'],
    ['text/html, application/json;q=0.1', 'B'],
    ['application/json; charset=utf-8', 'B'],
    ['application/vnd.api+json; ext="x";q=0.9, application/json;version=1;q=0.8', 'A'],
  ])('Accept: %s gives shape %s', async (accept, shape) => {
    const { body } = await api.search({ size: 1 }, { headers: accept === undefined ? {} : { accept } });
    expect(Object.keys(body)[0]).toBe(shape === 'A' ? 'data' : 'items');
  });
});

describe('page mode', () => {
  it.each([
    ['A', SHAPE_A],
    ['B', SHAPE_B],
  ])('walks every property once in shape %s', async (_shape, headers) => {
    const titles: string[] = [];
    let body: unknown = { size: 50, sort: cheapestFirst, searchMode: null, cursor: null };
    for (let page = 1; page <= 7; page++) {
      const answer: Answer = await api.search(body, { headers });
      titles.push(...titlesOf(answer));
      expect(answer.body.meta?.totalItems ?? answer.body.totalItems).toBe(HOMES);
      expect(answer.body.meta?.hasNextPage ?? answer.body.hasNextPage).toBe(page < 5);
      if (answer.body.meta) expect(answer.body.meta.pagination.prevRequestBody === null).toBe(page === 1);
      body = nextBodyOf(answer);
      expect(body).toEqual({ size: 50, sort: cheapestFirst, searchMode: null, cursor: null, ...nextPage(page) });
    }
    expect(titles).toEqual(Array.from({ length: HOMES }, (_, n) => `Home ${n}`));
  });

  it('defaults to ten of the first page, newest first', async () => {
    const { body } = await api.search({});
    expect(body.data).toHaveLength(10);
    expect(body.meta.pagination).toMatchObject({ type: 'page', size: 10, prevRequestBody: null });
  });

  it('answers an empty page beyond the end', async () => {
    const { status, body } = await api.search({ page: 30, size: 100 });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: [], meta: { totalItems: HOMES, hasNextPage: false } },
    });
  });

  it.each([
    [100, 100],
    [333, 30],
  ])('answers an empty page behind page %i of %i, the last that page mode reaches', async (page, size) => {
    const sent = { searchMode: 'advanced', criteria: { price: { min: 1 } }, page, size, sort: cheapestFirst };
    for (const headers of [SHAPE_A, SHAPE_B]) {
      const last = await api.search(sent, { headers, key: saas });
      expect(nextBodyOf(last)).toEqual({
        ...{ ...sent, page: undefined },
        paginationType: 'cursor',
        cursor: expect.any(String),
      });
      for (let body = nextBodyOf(last), time = 0; time < 2; time++) {
        const answer = await api.search(body, { headers, key: saas });
        const { hasNextPage, totalItems } = answer.body.meta ?? answer.body;
        expect([answer.status, titlesOf(answer), hasNextPage, totalItems]).toEqual([200, [], false, HOMES]);
        body = nextBodyOf(answer);
      }
    }
  });

  it('reaches 10,000 results and not one more', async () => {
    expect((await api.search({ page: 100, size: 100 })).status).toBe(200);
    expect((await api.search({ page: 10_000, size: 1 })).status).toBe(200);
    expect(violatedPaths(await api.search({ page: 101, size: 100 }))).toEqual(['page']);
    expect(violatedPaths(await api.search({ page: 10_001, size: 1 }))).toEqual(['page']);
    expect(violatedPaths(await api.search({ page: Number.MAX_SAFE_INTEGER }))).toEqual(['page']);
  });

  it.each([
    [{ page: 0 }, 'page'],
    [{ page: -1 }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ page: '2' }, 'page'],
    [{ size: 0 }, 'size'],
    [{ size: 101 }, 'size'],
    [{ size: true }, 'size'],
    [{ paginationType: 'offset' }, 'paginationType'],
    [{ searchMode: 'CLASSIC' }, 'searchMode'],
    [{ sort: 'PRICE' }, 'sort'],
    [{ sort: { field: 'NAME' } }, 'sort.field'],
    [{ sort: { direction: 'UP' } }, 'sort.direction'],
    [{ sort: { filed: 'PRICE' } }, 'sort.filed'],
    [{ cursor: 'x' }, 'cursor'],
    [{ paginationType: 'cursor', page: 1 }, 'page'],
    [{ siez: 10 }, 'siez'],
    [{ searchMode: 'advanced' }, 'criteria'],
    [{ criteria: {} }, 'criteria'],
    [{ searchMode: 'advanced', criteria: {}, price: { lte: 1 } }, 'price'],
    [{ cityIds: [75_057] }, 'cityIds[0]'],
    [{ cityIds: [] }, 'cityIds'],
    [{ price: { gte: 2, lte: 1 } }, 'price.gte'],
    [
      { searchMode: 'advanced', criteria: { children: [{}, { price: { min: 'x' } }] } },
      'criteria.children[1].price.min',
    ],
    [
      {
        searchMode: 'advanced',
        criteria: { location: { includedGeoShapeIds: ['0199a1b2-0000-7000-8000-000000000001'] } },
      },
      'criteria.location.includedGeoShapeIds[0]',
    ],
  ])('refuses %j', async (body, path) => {
    expect(violatedPaths(await api.search(body))).toEqual([path]);
  });

  it('says everything that is wrong at once, and what was probably meant', async () => {
    const answer = await api.search({
      size: 1000,
      sort: { field: 'PRIZE' },
      prices: { lte: 1 },
      cityIds: ['Paris'],
      paginationTyp: 'page',
    });
    expect(violatedPaths(answer).sort()).toEqual(['cityIds[0]', 'paginationTyp', 'prices', 'size', 'sort.field']);
    const messages = Object.fromEntries(
      answer.body.violations.map(({ propertyPath, message }: { propertyPath: string; message: string }) => [
        propertyPath,
        message,
      ]),
    );
    expect(messages.paginationTyp).toContain('paginationType');
    expect(messages.prices).toContain('price');
    expect(answer.body.violations.length).toBeLessThanOrEqual(50);
  });
});

describe('cursor mode', () => {
  const start = { paginationType: 'cursor', size: 60, sort: cheapestFirst };

  it.each([
    ['A', 'nextRequestBody', SHAPE_A],
    ['B', 'cursor', SHAPE_B],
    ['B', 'searchAfter', SHAPE_B],
  ])('walks every property once in shape %s by %s', async (_shape, by, headers) => {
    const titles: string[] = [];
    const pitIds = new Set<string>();
    let body: object | null = start;
    for (let page = 1; body !== null && page <= 6; page++) {
      const answer: Answer = await api.search(body, { headers });
      titles.push(...titlesOf(answer));
      const { totalItems, hasNextPage, cursor } = answer.body.meta ?? answer.body;
      expect({ totalItems, hasNextPage }).toEqual({ totalItems: HOMES, hasNextPage: page < 4 });
      expect(cursor === undefined).toBe(!hasNextPage);
      if (by === 'nextRequestBody') {
        expect(answer.body.meta.pagination).toMatchObject({
          type: 'cursor',
          prevRequestBody: null,
          supportsPreviousPage: false,
        });
        body = answer.body.meta.pagination.nextRequestBody;
      } else {
        pitIds.add(answer.body.pitId);
        body = hasNextPage
          ? { ...start, cursor: by === 'cursor' ? cursor : JSON.stringify(answer.body.searchAfter) }
          : null;
      }
    }
    expect(titles).toEqual(Array.from({ length: HOMES }, (_, n) => `Home ${n}`));
    expect(pitIds.size).toBe(by === 'nextRequestBody' ? 0 : 1);
  });

  it('answers an empty page behind the last one, also where listings changed or nothing was found', async () => {
    const newest = { paginationType: 'cursor', size: 100, sort: { field: 'UPDATED_AT', direction: 'ASC' } };
    for (const [filters, pages] of [
      [{}, 3],
      [{ price: { gte: 1_000_000_000 } }, 1],
    ] as const) {
      for (const headers of [SHAPE_A, SHAPE_B]) {
        let answer = await api.search({ ...newest, ...filters }, { headers });
        for (let page = 1; page < pages; page++) answer = await api.search(nextBodyOf(answer), { headers });
        expect((answer.body.meta ?? answer.body).hasNextPage).toBe(false);
        const { totalItems } = answer.body.meta ?? answer.body;
        for (let time = 0; time < 2; time++) {
          answer = await api.search(nextBodyOf(answer), { headers });
          const { hasNextPage, cursor, ...rest } = answer.body.meta ?? answer.body;
          expect([answer.status, titlesOf(answer), hasNextPage, cursor]).toEqual([200, [], false, undefined]);
          expect(rest.totalItems).toBe(totalItems);
        }
      }
    }
  });

  it('is the same search with another size or another order of keys', async () => {
    const first = await api.search(
      {
        paginationType: 'cursor',
        size: 3,
        sort: cheapestFirst,
        cityIds: [75_056, 69_123],
        price: { gte: 1, lte: 900_000 },
      },
      { headers: SHAPE_B },
    );
    const second = await api.search(
      {
        price: { lte: 900_000, gte: 1 },
        cityIds: [69_123, 75_056],
        sort: { direction: 'ASC', field: 'PRICE' },
        cursor: first.body.cursor,
        size: 2,
        paginationType: 'cursor',
      },
      { headers: SHAPE_B },
    );
    expect(titlesOf(second)).toEqual(['Home 3', 'Home 4']);
  });

  it('refuses a cursor that was tampered with, belongs to another account or to other filters', async () => {
    const {
      body: { cursor },
    } = await api.search(start, { headers: SHAPE_B });
    const bent = cursor.slice(0, -2) + (cursor.endsWith('AA') ? 'BB' : 'AA');
    for (const given of [
      bent,
      `${cursor}x`,
      cursor.slice(1),
      'x',
      '',
      '[]',
      '[1]',
      '{"a":1}',
      '["x"]',
      '\u0000',
      '\ud800',
      '[[[[',
      `["${cursor}", null]`,
    ]) {
      expect(violatedPaths(await api.search({ ...start, cursor: given }))).toEqual(['cursor']);
    }
    const stranger = await api.makeKey({ account: 'Stranger' });
    expect(violatedPaths(await api.search({ ...start, cursor }, { key: stranger }))).toEqual(['cursor']);
    expect(violatedPaths(await api.search({ ...start, cursor, price: { lte: 1 } }))).toEqual(['cursor']);
    expect(violatedPaths(await api.search({ ...start, cursor, sort: { field: 'AREA' } }))).toEqual(['cursor']);
    expect(violatedPaths(await api.search({ ...start, cursor: 1 }))).toEqual(['cursor']);
  });

  it.each([[7], [10], [60], [100]])(
    'shows a SaaS user 100 results in pages of %i, with the true total',
    async (size) => {
      const titles: string[] = [];
      let body: object = { ...start, size };
      for (let page = 1; page <= Math.ceil(100 / size) + 2; page++) {
        const answer: Answer = await api.search(body, { key: saas, headers: SHAPE_A });
        expect([answer.status, answer.body.meta.totalItems]).toEqual([200, HOMES]);
        titles.push(...titlesOf(answer));
        expect(answer.body.meta.hasNextPage).toBe(titles.length < 100);
        body = nextBodyOf(answer);
      }
      expect(titles).toEqual(Array.from({ length: 100 }, (_, n) => `Home ${n}`));
    },
  );

  it('does not limit a SaaS user in page mode', async () => {
    expect(titlesOf(await api.search({ page: 3, size: 60, sort: cheapestFirst }, { key: saas }))[0]).toBe('Home 120');
  });

  it('is not shifted by homes that arrive during the walk', async () => {
    const newest = { paginationType: 'cursor', size: 5, sort: { field: 'CREATED_AT', direction: 'DESC' } };
    const first = await api.search(newest, { headers: SHAPE_B });
    await api.ingest([sampleHome(5_000, { externalId: 'late', location: { lat: 40, lng: 10, cityId: 13_055 } })]);
    const second = await api.search({ ...newest, cursor: first.body.cursor }, { headers: SHAPE_B });
    const seen = [...titlesOf(first), ...titlesOf(second)];
    expect(new Set(seen).size).toBe(10);
    expect(seen).not.toContain('Home 5000');
    expect(second.body.totalItems).toBe(HOMES);
    await api.ingest([
      { ...sampleHome(5_000), externalId: 'late', status: 'OFFLINE', observedAt: '2026-03-02T00:00:00.000Z' },
    ]);
  });
});

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

describe('the other reads', () => {
  it('counts truly, whatever the paging fields say', async () => {
    for (const paging of [{}, { page: 3, size: 7 }, { paginationType: 'cursor' }]) {
      const { status, body } = await api.ask('POST', '/properties/count', { body: { cityIds: [75_056], ...paging } });
      expect({ status, body }).toEqual({ status: 200, body: { totalItems: 77, totalIsExact: true } });
    }
    expect(violatedPaths(await api.ask('POST', '/properties/count', { body: { citiIds: [1] } }))).toEqual(['citiIds']);
  });

  it('reads one property, by id and by the address of an advert', async () => {
    const [found] = (await api.search({ price: { gte: 105_000, lte: 105_000 } }, { headers: SHAPE_B })).body.items;
    const read = await api.ask('GET', `/properties/${found.uuid.toUpperCase()}`);
    const {
      listings: [
        {
          uuid,
          url,
          dataProvider,
          source,
          externalId,
          createdAt,
          updatedAt,
          firstSeenAt,
          lastChangedAt,
          priceCut,
          ...said
        },
      ],
    } = found;
    expect({ status: read.status, body: read.body }).toEqual({ status: 200, body: { ...found, merged: said } });
    expect({
      uuid,
      url,
      dataProvider,
      source,
      externalId,
      createdAt,
      updatedAt,
      firstSeenAt,
      lastChangedAt,
      priceCut,
    }).toMatchObject({
      externalId: 'home-5',
    });
    const byUrl = await api.ask(
      'GET',
      `/properties/search-by-url?url=${encodeURIComponent('https://homes.example/adverts/5')}`,
    );
    expect({ status: byUrl.status, body: byUrl.body }).toEqual({ status: 200, body: read.body });
    const document = await api.ask('GET', `/properties/${found.uuid}`, { headers: SHAPE_A });
    expect(document.body).toEqual({
      data: { id: `/properties/${found.uuid}`, type: 'PropertySearch', attributes: read.body },
      links: { self: `/properties/${found.uuid}` },
    });
    expectProblem(
      await api.ask('GET', '/properties/search-by-url?url=https://homes.example/adverts/none'),
      404,
      'not-found',
    );
  });

  it('leads from a property that was merged to the one that holds its listings', async () => {
    const [first, second] = [900, 901].map((n) =>
      sampleHome(n, {
        floor: 3,
        bedrooms: 2,
        bathrooms: 1,
        area: 77,
        price: 240_000,
        rooms: 3,
        propertyType: 'FLAT',
        location: { lat: 40.5, lng: 3.5, accuracy: 'PRECISE', cityId: 13_055 },
      }),
    );
    const byUrl = async (n: number) =>
      (await api.ask('GET', `/properties/search-by-url?url=https://homes.example/adverts/${n}`)).body.uuid as string;
    await api.ingest([first!, { ...second, floor: 9 }]);
    const [survivor, merged] = [await byUrl(900), await byUrl(901)];
    expect(merged).not.toBe(survivor);
    await api.ingest([{ ...second, observedAt: '2026-03-09T10:00:00.000Z' }]);
    const moved = await api.ask('GET', `/properties/${merged}`);
    expect({ status: moved.status, location: moved.headers.get('location') }).toEqual({
      status: 301,
      location: `/properties/${survivor}`,
    });
    const history = await api.ask('GET', `/properties/${merged}/history`);
    expect({ status: history.status, location: history.headers.get('location') }).toEqual({
      status: 301,
      location: `/properties/${survivor}/history`,
    });
    expect((await api.ask('GET', `/properties/${survivor}`)).body.listings).toHaveLength(2);
    for (const n of [900, 901])
      await api.ingest([{ ...sampleHome(n), observedAt: '2026-03-10T10:00:00.000Z', status: 'OFFLINE' }]);
  });

  it('tells what changed, listing by listing', async () => {
    const home = sampleHome(7, { observedAt: '2026-03-05T10:00:00.000Z', price: 96_300, features: { balcony: true } });
    await api.ingest([home]);
    await api.ingest([{ ...home, observedAt: '2026-03-06T10:00:00.000Z', status: 'OFFLINE' }]);
    const {
      body: { uuid },
    } = await api.ask('GET', `/properties/search-by-url?url=https://homes.example/adverts/7`);
    expect((await api.ask('GET', `/properties/${uuid}`)).body).toMatchObject({
      listings: [],
      minPrice: null,
      maxPrice: null,
      merged: { price: 96_300, hasBalcony: true },
      expired: [{ externalId: 'home-7', price: 96_300, features: { balcony: true } }],
    });
    expect((await api.ask('POST', '/properties/count', { body: {} })).body).toEqual({
      totalItems: HOMES - 1,
      totalIsExact: true,
    });
    const { status, body } = await api.ask('GET', `/properties/${uuid}/history`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        listingId: expect.any(String),
        dataProvider: 'Homes',
        listing: expect.objectContaining({ externalId: 'home-7', price: 96_300, features: { balcony: true } }),
        entries: [
          {
            revisionId: 1,
            status: 'ONLINE',
            observedAt: '2026-03-01T10:00:00.000Z',
            recordedAt: expect.any(String),
            changes: [],
          },
          {
            revisionId: 2,
            status: 'ONLINE',
            observedAt: '2026-03-05T10:00:00.000Z',
            recordedAt: expect.any(String),
            changes: [
              { attribute: 'price', old: 107_000, new: 96_300, variationPercent: -10 },
              { attribute: 'features.balcony', old: null, new: true, variationPercent: null },
            ],
          },
          {
            revisionId: 3,
            status: 'OFFLINE',
            observedAt: '2026-03-06T10:00:00.000Z',
            recordedAt: expect.any(String),
            changes: [],
          },
        ],
      },
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
