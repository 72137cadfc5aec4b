import { PostgresSearch } from '@gable/search-postgres';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleHome, sampleHomes } from '../testing/sample-homes.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start({});
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest([
    ...sampleHomes(60),
    ...Array.from({ length: 12 }, (_, n) =>
      sampleHome(200 + n, { transactionType: 'RENT', features: { balcony: n % 2 === 0, parking: n % 3 === 0 } }),
    ),
    sampleHome(300, { price: undefined, rooms: undefined, propertyType: undefined, area: undefined }),
  ]);
}, 60_000);
afterAll(() => api.stop());

const facets = (body: unknown) => api.ask('POST', '/properties/facets', { body });
const count = async (criteria: object): Promise<number> =>
  (await api.ask('POST', '/properties/count', { body: { searchMode: 'advanced', criteria } })).body
    .totalItems as number;

/** Criteria with conditions at the root, each of which is some facet's own, and an alternative, which is nobody's. */
const OWN = {
  transactionType: { value: 'SELL' },
  propertyType: { included: ['HOUSE'] },
  price: { min: 105_000 },
  rooms: { min: 2 },
  location: { includedDivisionIds: [69_123] },
} as const;
const ALTERNATIVE = { operator: 'OR', children: [{ area: { min: 30 } }, { price: { max: 110_000 } }] } as const;

describe('POST /properties/facets', () => {
  it("counts each value as a search does that has it in place of the facet's own condition", async () => {
    const { status, body } = await facets({
      searchMode: 'advanced',
      criteria: { ...OWN, ...ALTERNATIVE },
      priceBands: [{ max: 110_000 }, { min: 110_000, max: 120_000 }, { min: 120_000 }, {}],
    });
    expect(status).toBe(200);
    const { transactionType, propertyType, rooms, price, area, city } = body.facets;
    const by = (change: object) => count({ ...OWN, ...ALTERNATIVE, ...change });
    for (const each of transactionType) expect(each.count).toBe(await by({ transactionType: { value: each.value } }));
    for (const each of propertyType) expect(each.count).toBe(await by({ propertyType: { included: [each.value] } }));
    for (const each of rooms) expect(each.count).toBe(await by({ rooms: { min: each.value, max: each.value } }));
    for (const each of city) expect(each.count).toBe(await by({ location: { includedDivisionIds: [each.id] } }));
    for (const { min, max, count: counted } of price) {
      const stated = min === null && max === null ? { min: -1e300 } : { min, max };
      expect(counted).toBe(await by({ price: stated }));
    }
    for (const { min, max, count: counted } of area) {
      const { children, operator } = ALTERNATIVE;
      expect(counted).toBe(await count({ ...OWN, operator, children, area: { min, max } }));
    }
    expect(propertyType.map(({ value }: { value: string }) => value).sort()).toEqual(['FLAT', 'HOUSE']);
    expect(city.map(({ name }: { name: string }) => name).sort()).toEqual(['Lyon', 'Paris']);
    expect([rooms.length > 1, price.length, area.length > 2]).toEqual([true, 4, true]);
  });

  it('counts a feature without its own flag and with those of the others', async () => {
    const criteria = { unit: { balcony: { value: true } } };
    const { body } = await facets({ searchMode: 'advanced', criteria, facets: ['features'] });
    expect(body.facets).toEqual({
      features: [
        { value: 'balcony', count: 6 },
        { value: 'parking', count: await count({ ...criteria, amenities: { parking: { value: true } } }) },
      ],
    });
    const without = await facets({
      searchMode: 'advanced',
      criteria: { unit: { balcony: { value: false } } },
      facets: ['features'],
    });
    expect(without.body.facets.features).toContainEqual({ value: 'balcony', count: 6 });
  });

  it('chooses bands by the values there are', async () => {
    const { body } = await facets({ facets: ['price'], transactionType: 'SELL' });
    const { price } = body.facets;
    expect(price.length).toBeGreaterThanOrEqual(2);
    expect([price[0].min, price.at(-1).max]).toEqual([null, null]);
    for (let place = 1; place < price.length; place += 1) expect(price[place].min).toBe(price[place - 1].max);
    expect((await facets({ facets: ['price'], price: { lte: 5 }, rooms: { gte: 99 } })).body.facets.price).toEqual([]);
  });

  it('gives so many cities as asked for', async () => {
    const { body } = await facets({ facets: ['city'], citySize: 1 });
    expect(body.facets.city).toEqual([
      { id: 69_123, name: 'Lyon', count: await count({ location: { includedDivisionIds: [69_123] } }) },
    ]);
  });

  it('leaves out ids of cities that no division has, since a search by them is refused', async () => {
    const lost = (n: number, cityId: number) =>
      sampleHome(n, { transactionType: 'RENT', propertyType: 'OFFICE', location: { cityId } });
    await api.ingest([
      ...[400, 401, 402].map((n) => lost(n, 999_999)),
      ...[403, 404].map((n) => lost(n, 0)),
      lost(405, 13_055),
    ]);
    for (const citySize of [1, 2, 20]) {
      const { body } = await facets({ propertyTypes: ['OFFICE'], facets: ['city'], citySize });
      expect(body.facets.city).toEqual([{ id: 13_055, name: 'Marseille', count: 1 }]);
    }
  });

  it('answers null for what the budget does not reach, and the rest', async () => {
    const hurried = await ApiUnderTest.start({
      searchOver: (database) => {
        const engine = new PostgresSearch(database);
        const { facets } = engine;
        const ends = { count: () => Promise.resolve(null), shareEnds: () => Promise.resolve(null) };
        const isShort = (criteria: object) => JSON.stringify(criteria).includes('SELL');
        return Object.assign(engine, {
          facets: {
            count: (...asked: Parameters<typeof facets.count>) =>
              isShort(asked[0]) ? ends.count() : facets.count(...asked),
            shareEnds: (...asked: Parameters<typeof facets.shareEnds>) =>
              asked[1].area ? ends.shareEnds() : facets.shareEnds(...asked),
          },
        });
      },
    });
    await hurried.ingest(sampleHomes(3));
    const ask = (body: object) => hurried.ask('POST', '/properties/facets', { body });
    const part = await ask({ transactionType: 'SELL', facets: ['transactionType', 'rooms', 'price', 'features'] });
    expect([part.status, part.body.facets]).toEqual([
      200,
      { transactionType: expect.any(Array) as unknown[], rooms: null, price: null, features: null },
    ]);
    const area = await ask({ facets: ['area', 'rooms'] });
    expect(area.body.facets).toEqual({ area: null, rooms: expect.any(Array) as unknown[] });
    await hurried.stop();
    const late = await ApiUnderTest.start({ searchFacetsBudgetMs: 0 });
    const { status, body } = await late.ask('POST', '/properties/facets', { body: { facets: ['city', 'area'] } });
    expect([status, body.facets]).toEqual([200, { city: null, area: null }]);
    await late.stop();
  });

  it('names everything that is wrong', async () => {
    const answer = await facets({
      facets: ['colour'],
      priceBands: [{ min: 5, max: 3 }, 7, { from: 1 }],
      areaBands: [],
      citySize: 0,
      pricee: 5,
    });
    expect(violatedPaths(answer).sort()).toEqual(
      ['areaBands', 'citySize', 'facets', 'priceBands[0].min', 'priceBands[1]', 'priceBands[2].from', 'pricee'].sort(),
    );
    expect(violatedPaths(await facets({ facets: [] }))).toEqual(['facets']);
  });
});
