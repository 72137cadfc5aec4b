import { randomUUID } from 'node:crypto';
import { mergeProperties, splitProperty, withdrawDecision } from '@gable/ingest';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';
import { sampleHome } from '../testing/sample-homes.js';

let api: ApiUnderTest;

const FLAT = {
  propertyType: 'FLAT',
  area: 80,
  rooms: 3,
  bedrooms: 2,
  bathrooms: 1,
  floor: 4,
  price: 300_000,
  building: { constructionYear: 1975 },
  location: { lat: 48.85, lng: 2.35, accuracy: 'PRECISE', cityName: 'Paris' },
};

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.ingest([
    sampleHome(1, {
      ...FLAT,
      url: 'https://a.example/1',
      title: 'By the river',
      source: { domain: 'a.example', name: 'Portal' },
    }),
    sampleHome(2, {
      ...FLAT,
      url: 'https://b.example/2',
      price: 297_000,
      source: { domain: 'b.example', name: 'Agency' },
    }),
    sampleHome(3, { ...FLAT, url: 'https://c.example/3', floor: 9, source: { domain: 'c.example', name: 'Paper' } }),
  ]);
}, 60_000);
afterAll(() => api.stop());

const byUrl = async (url: string) =>
  (await api.ask('GET', `/properties/search-by-url?url=${encodeURIComponent(url)}`)).body;

describe('GET /properties/{uuid}/grouping', () => {
  it.each([
    ['en', 'same area, 80 m²'],
    ['de', 'dieselbe Fläche, 80 m²'],
    ['fr', 'même surface, 80 m²'],
  ])('says why in the language that is asked for: %s', async (language, area) => {
    const { uuid } = await byUrl('https://a.example/1');
    const headers = { 'accept-language': language };
    const { body, headers: answered } = await api.ask('GET', `/properties/${uuid}/grouping`, { headers });
    expect(answered.get('content-language')).toBe(language);
    const [{ reasons, signals }] = body.pairs as [{ reasons: string[]; signals: { signal: string; phrase: string }[] }];
    expect(reasons).toContain(area);
    expect(signals.find(({ signal }) => signal === 'area')?.phrase).toBe(area);
  });

  it('says in words why two adverts are one home', async () => {
    const { uuid, listings } = await byUrl('https://a.example/1');
    expect(listings).toHaveLength(2);
    const { status, body } = await api.ask('GET', `/properties/${uuid}/grouping`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      propertyId: uuid,
      pairCount: 1,
      decisions: [],
      merged: {
        transactionType: 'SELL',
        propertyType: 'FLAT',
        price: 297_000,
        area: 80,
        rooms: 3,
        title: 'Home 2',
        description: null,
      },
      listings: [
        { dataProvider: 'Portal', title: 'By the river', online: true, placedBits: null, placedBecause: [] },
        { dataProvider: 'Agency', online: true, placedBits: expect.any(Number) },
      ],
      pairs: [
        {
          agrees: true,
          contradictions: [],
          decidedByHand: null,
          reasons: expect.arrayContaining(['same area, 80 m²', 'same floor, 4', 'prices 1 % apart']),
        },
      ],
    });
    const [pair] = body.pairs;
    expect(pair.bits).toBeGreaterThan(0);
    expect(pair.listingIds.sort()).toEqual(listings.map((listing: { uuid: string }) => listing.uuid).sort());
    expect(pair.signals).toContainEqual({
      ...{ signal: 'floor', level: expect.any(String), bits: expect.any(Number) },
      phrase: 'same floor, 4',
    });
  });

  it('shows what a person decided, what contradicts, and leads from a merged property to the one that stays', async () => {
    const [first, third] = [await byUrl('https://a.example/1'), await byUrl('https://c.example/3')];
    const { decisionId } = await mergeProperties(api.database, [first.uuid, third.uuid], {
      by: 'anna',
      reason: 'the ninth floor is a slip',
    });
    const moved = await api.ask('GET', `/properties/${third.uuid}/grouping`);
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/properties/${first.uuid}/grouping`]);
    expect((await api.ask('GET', `/properties/${third.uuid}`)).headers.get('location')).toBe(
      `/properties/${first.uuid}`,
    );

    const { body } = await api.ask('GET', `/properties/${first.uuid}/grouping`);
    expect(body.pairCount).toBe(3);
    expect(body.decisions).toMatchObject([
      {
        id: decisionId,
        kind: 'MERGE',
        reason: 'the ninth floor is a slip',
        propertyIds: [first.uuid, third.uuid],
        withdrawnAt: null,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('anna'); // who decides stays with the operator
    expect(
      body.pairs.filter(({ contradictions }: { contradictions: string[] }) => contradictions.includes('floor')),
    ).toHaveLength(2);
    expect(body.pairs.map(({ decidedByHand }: { decidedByHand: string | null }) => decidedByHand)).toEqual(
      Array(3).fill('TOGETHER'),
    );
    expect(body.pairs.at(-1)).toMatchObject({ agrees: false, reasons: expect.arrayContaining(['floors 4 and 9']) });
    expect(body.listings.at(-1)).toMatchObject({
      placedBits: null,
      placedBecause: ['decided by hand to be one home: the ninth floor is a slip'],
    });
  });

  it('follows searches: what was split is found by itself', async () => {
    await api.ingest([
      sampleHome(4, { ...FLAT, area: 51, url: 'https://d.example/4', source: { domain: 'a.example', name: 'Portal' } }),
      sampleHome(5, { ...FLAT, area: 51, url: 'https://e.example/5', source: { domain: 'b.example', name: 'Agency' } }),
    ]);
    const home = await byUrl('https://d.example/4');
    expect(home.listings).toHaveLength(2);
    const count = async () =>
      (await api.ask('POST', '/properties/count', { body: { area: { gte: 51, lte: 51 } } })).body.totalItems;
    expect(await count()).toBe(1);
    const going = home.listings.find(({ url }: { url: string }) => url === 'https://e.example/5').uuid;
    const { newPropertyId } = await splitProperty(api.database, home.uuid, [going], { by: 'anna', reason: null });
    expect(await count()).toBe(2);
    expect((await byUrl('https://e.example/5')).uuid).toBe(newPropertyId);
    expect((await api.ask('GET', `/properties/${newPropertyId}/grouping`)).body).toMatchObject({
      pairCount: 0,
      pairs: [],
      decisions: [{ kind: 'SPLIT' }],
    });
  });

  it('tells both homes of a split, also once it was taken back', async () => {
    const [home, going] = [await byUrl('https://d.example/4'), await byUrl('https://e.example/5')];
    const decisionsOf = async ({ uuid }: { uuid: string }) =>
      (await api.ask('GET', `/properties/${uuid}/grouping`)).body.decisions;
    const [{ id }] = await decisionsOf(home);
    await withdrawDecision(api.database, id, { by: 'anna', reason: null });
    for (const each of [home, going])
      expect(await decisionsOf(each)).toMatchObject([{ id, kind: 'SPLIT', withdrawnAt: expect.any(String) }]);
  });

  it('knows no property that is not there', async () => {
    expectProblem(await api.ask('GET', `/properties/${randomUUID()}/grouping`), 404, 'not-found');
    expectProblem(await api.ask('GET', '/properties/none/grouping'), 404, 'not-found');
  });
});
