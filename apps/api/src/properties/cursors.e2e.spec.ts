import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleHome, sampleHomes } from '../testing/sample-homes.js';
import { cheapestFirst, nextBodyOf, SHAPE_A, SHAPE_B, titlesOf } from '../testing/search-answers.js';

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
