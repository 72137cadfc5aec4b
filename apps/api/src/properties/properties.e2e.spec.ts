import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleHomes } from '../testing/sample-homes.js';
import { cheapestFirst, nextBodyOf, nextPage, SHAPE_A, SHAPE_B, titlesOf } from '../testing/search-answers.js';

const HOMES = 230;

let api: ApiUnderTest;
let saas: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(HOMES));
  saas = await api.makeKey({ role: 'ROLE_SAAS_USER' });
}, 60_000);
afterAll(() => api.stop());

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
