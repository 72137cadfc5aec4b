import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleFlat, sampleHome, sampleHomes } from '../testing/sample-homes.js';
import { SHAPE_A, SHAPE_B } from '../testing/search-answers.js';

const HOMES = 230;

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(HOMES));
}, 60_000);
afterAll(() => api.stop());

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

  it('shows a new name of a source soon, also in records that were answered from memory', async () => {
    const filter = { price: { gte: 105_000, lte: 105_000 } };
    const search = async () => (await api.search(filter, { headers: SHAPE_B })).body.items[0];
    const read = async (uuid: string) => (await api.ask('GET', `/properties/${uuid}`)).body;
    const { uuid, listings } = await search();
    await read(uuid);
    const nameIn = ({ listings: [listing] }: { listings: { source: { name: string } }[] }) => listing!.source.name;
    await api.database.query('update source set name = $2 where id = $1', [listings[0].source.id, 'Renamed']);
    while (nameIn(await search()) !== 'Renamed' || nameIn(await read(uuid)) !== 'Renamed') continue;
  });

  it('leads from a property that was merged to the one that holds its listings', async () => {
    const byUrl = async (n: number) =>
      (await api.ask('GET', `/properties/search-by-url?url=https://homes.example/adverts/${n}`)).body.uuid as string;
    await api.ingest([sampleFlat(900, 3), sampleFlat(901, 9)]);
    const [survivor, merged] = [await byUrl(900), await byUrl(901)];
    expect(merged).not.toBe(survivor);
    await api.ingest([sampleFlat(901, 3, 9)]);
    const moved = await api.ask('GET', `/properties/${merged}`);
    expect({ status: moved.status, location: moved.headers.get('location') }).toEqual({
      status: 301,
      location: `/properties/${survivor}`,
    });
    expect(moved.headers.get('content-type')).toBeNull();
    const some = await api.ask('GET', `/properties/${merged}?fields=uuid,listings.price&fields=minPrice`);
    expect(some.headers.get('location')).toBe(`/properties/${survivor}?fields=uuid,listings.price&fields=minPrice`);
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
        earlierEntries: 0,
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

  it('tells the newest thousand changes of a home that changed more often, and how many are left out', async () => {
    const states = Array.from({ length: 1_100 }, (_, n) =>
      sampleHome(8, { observedAt: new Date(Date.UTC(2026, 3, 1, 0, n)).toISOString(), price: 100_000 + n }),
    );
    await api.ingest(states);
    const {
      body: { uuid },
    } = await api.ask('GET', `/properties/search-by-url?url=https://homes.example/adverts/8`);
    const [history] = (await api.ask('GET', `/properties/${uuid}/history`)).body;
    expect({ earlier: history.earlierEntries, entries: history.entries.length }).toEqual({
      earlier: 101,
      entries: 1_000,
    });
    expect(history.entries[0]).toMatchObject({
      revisionId: 102,
      changes: [{ attribute: 'price', old: 100_099, new: 100_100 }],
    });
    expect(history.entries.at(-1)).toMatchObject({ revisionId: 1_101 });
    expect(history.listing).toMatchObject({ price: 101_099 });
  });
});
