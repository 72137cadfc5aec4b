import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DivisionCountStore } from '@gable/persistence/geography';
import { ApiUnderTest } from './testing/api-under-test.js';
import { expectProblem } from './testing/expect-problem.js';
import { recordEvent } from './testing/record-event.js';

const folder = process.env.GABLE_SAMPLE_DATA;
const ABSENT = '0199a1b2-0000-7000-8000-000000000001';
const CITY = 46_250;
const ADVERTS = 3_000;

interface Advert {
  readonly source: { readonly domain: string; readonly name: string };
  readonly externalId: string;
  readonly price?: number;
  readonly area?: number;
  readonly bedrooms?: number;
  readonly features?: Readonly<Record<string, boolean>>;
}
interface Home {
  uuid: string;
  minPrice: number;
  maxPrice: number;
  listings: { uuid: string; price: number; bedrooms: number; cityId: number; cityName: string; dataProvider: string }[];
}

const linesOf = (file: string): Advert[] =>
  gunzipSync(readFileSync(path.join(folder!, file)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Advert);

/**
 * Every route but analytics and usage, which have specs of their own, on listings of València: answers beside what a
 * plain script reads from the same lines.
 */
(folder === undefined ? describe.skip : describe)('adverts of València', () => {
  let api: ApiUnderTest;
  let adverts: ReadonlyMap<string, Advert>;
  /** Ids of listings to ids in the feed. */
  let externalIds: ReadonlyMap<string, string>;
  let homes: Home[];

  const isMeant = ({ price, bedrooms, features }: Advert) =>
    price !== undefined &&
    price <= 180_000 &&
    bedrooms !== undefined &&
    bedrooms >= 3 &&
    features?.['elevator'] === true;
  const criteria = {
    price: { max: 180_000 },
    rooms: { bedrooms: { min: 3 } },
    amenities: { elevator: { value: true } },
    location: { includedDivisionIds: [CITY] },
  };
  const advertOf = (listing: { uuid: string }): Advert => adverts.get(externalIds.get(listing.uuid)!)!;

  beforeAll(async () => {
    api = await ApiUnderTest.start();
    await api.loadDivisions(linesOf('divisions.ndjson.gz'));
    const lines = linesOf('valencia-2018.ndjson.gz').slice(0, ADVERTS);
    adverts = new Map(lines.map((advert) => [advert.externalId, advert]));
    await api.ingest(lines);
    await new DivisionCountStore(api.database).count();
    externalIds = new Map(
      (await api.database.query<{ id: string; external_id: string }>('select id, external_id from listing')).map(
        ({ id, external_id }) => [id, external_id],
      ),
    );
    homes = [];
    for (let body: unknown = { searchMode: 'advanced', criteria, paginationType: 'cursor', size: 100 }; body;) {
      const { status, body: page } = await api.search(body, { headers: { accept: 'application/vnd.api+json' } });
      expect(status).toBe(200);
      homes.push(...(page.data as { attributes: Home }[]).map(({ attributes }) => attributes));
      body = page.meta.hasNextPage ? page.meta.pagination.nextRequestBody : null;
    }
  }, 600_000);
  afterAll(() => api.stop());

  it('POST /properties finds exactly the homes with an advert that meets the criteria, with all their adverts', async () => {
    const expected = [...adverts.values()]
      .filter(isMeant)
      .map(({ externalId }) => externalId)
      .sort();
    expect(expected.length).toBeGreaterThan(100);
    expect(
      homes
        .flatMap(({ listings }) => listings)
        .map(advertOf)
        .filter(isMeant)
        .map(({ externalId }) => externalId)
        .sort(),
    ).toEqual(expected);
    for (const { minPrice, maxPrice, listings } of homes) {
      const prices = listings.map((listing) => advertOf(listing).price!);
      expect({ minPrice, maxPrice, met: listings.some((listing) => isMeant(advertOf(listing))) }).toEqual({
        minPrice: Math.min(...prices),
        maxPrice: Math.max(...prices),
        met: true,
      });
      for (const listing of listings)
        expect(listing).toMatchObject({
          price: advertOf(listing).price,
          bedrooms: advertOf(listing).bedrooms,
          cityId: CITY,
          cityName: 'València',
          dataProvider: 'idealista',
        });
    }
    expect((await api.ask('POST', '/properties/count', { body: { searchMode: 'advanced', criteria } })).body).toEqual({
      totalItems: homes.length,
      totalIsExact: true,
    });
    const classic = await api.search(
      { cityIds: [CITY], price: { lte: 180_000 }, bedrooms: { gte: 3 }, size: 1 },
      { headers: { accept: 'application/json' } },
    );
    expect(classic.body.totalItems).toBeGreaterThanOrEqual(homes.length);
  });

  it('POST /favorite-properties keeps one of them', async () => {
    const propertyId = homes[0]!.uuid;
    const { status, body } = await api.ask('POST', '/favorite-properties', { body: { propertyId } });
    expect([status, body.propertyId]).toEqual([201, propertyId]);
    expect((await api.ask('POST', '/favorite-properties', { body: { propertyId } })).body).toEqual(body);
    expectProblem(await api.ask('POST', '/favorite-properties', { body: { propertyId: ABSENT } }), 404, 'not-found');
  });

  it('GET and PUT /alerts/{uuid}, GET /alerts/{alertUuid}/events/{uuid} and /event-notifications tell of one of them', async () => {
    const { body: alert } = await api.ask('POST', '/alerts', {
      body: { name: 'Homes in València', criteria, destinationEmail: 'ana@example.com' },
    });
    expect((await api.ask('GET', `/alerts/${alert.id}`)).body).toMatchObject({ name: 'Homes in València', criteria });
    const changed = await api.ask('PUT', `/alerts/${alert.id}`, {
      body: { criteria: { ...criteria, price: { max: 150_000 } } },
    });
    expect([changed.status, changed.body.criteria.price, changed.body.name]).toEqual([
      200,
      { max: 150_000 },
      'Homes in València',
    ]);

    const [home] = homes as [Home];
    const [listing] = home.listings as [Home['listings'][number]];
    const eventId = await recordEvent(api.database, { alertId: alert.id, externalId: externalIds.get(listing.uuid)! });
    expect((await api.ask('GET', `/alerts/${alert.id}/events/${eventId}`)).body).toMatchObject({
      id: eventId,
      alert: `/alerts/${alert.id}`,
      propertyId: home.uuid,
      listingId: listing.uuid,
      eventType: 'NEW_MATCH',
      revisionId: 1,
    });
    await api.database.query(
      `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at, delivered_at, created_at, updated_at)
       select $2, account_id, id, $2, $2, 1, 'EMAIL', destination_id, 'ana@example.com', 'DELIVERED', now(), '2026-03-01T10:00:02Z', now(), now() from alert where id = $1`,
      [alert.id, eventId],
    );
    const { body: notification } = await api.ask('GET', `/event-notifications/${eventId}`);
    expect(notification).toMatchObject({
      id: eventId,
      channel: 'EMAIL',
      destinationAddress: 'ana@example.com',
      status: 'DELIVERED',
      attemptNumber: 1,
      deliveredAt: '2026-03-01T10:00:02.000Z',
      lastErrorMessage: null,
      eventId,
      alertId: alert.id,
    });
    expect((await api.ask('GET', '/event-notifications?page=1')).body).toEqual([notification]);
    for (const address of [
      `/alerts/${ABSENT}`,
      `/alerts/${alert.id}/events/${ABSENT}`,
      `/event-notifications/${ABSENT}`,
    ])
      expectProblem(await api.ask('GET', address), 404, 'not-found');
  });

  it('GET /sources names where they come from', async () => {
    const [{ source }] = [...adverts.values()] as [Advert];
    const counts = { listingsOnline: adverts.size, rejectsOfLastDay: 0, lastJob: null };
    expect((await api.ask('GET', '/sources?name=IDEAL')).body).toEqual([
      { id: expect.any(String), lastStateSeenAt: expect.any(String), ...counts, ...source },
    ]);
  });

  it('GET /geo/autocomplete knows their places and how many homes each has', async () => {
    const [{ count }] = (await api.database.query<{ count: number }>(
      `select count(distinct property_id)::int as count from listing where online and city_id = ${CITY}`,
    )) as [{ count: number }];
    expect((await api.ask('GET', '/geo/autocomplete?q=valencai&type=CITY')).body).toMatchObject([
      { id: CITY, name: 'València', propertyCount: count, match: 'TYPO' },
    ]);
    expect((await api.ask('GET', '/geo/autocomplete?q=gran%20via')).body[0]).toMatchObject({
      name: 'Gran Vía',
      type: 'NEIGHBORHOOD',
      match: 'EXACT',
      ancestors: [{ type: 'DISTRICT' }, { name: 'València' }],
    });
    const districts = linesOf('divisions.ndjson.gz').filter(
      (line) => (line as { parentId?: number }).parentId === CITY,
    ).length;
    const { body: city } = await api.ask('GET', `/geo/divisions/${CITY}`);
    expect(city).toMatchObject({ propertyCount: count, ancestors: [], childCount: districts });
    expect(
      city.children.reduce((sum: number, { propertyCount }: { propertyCount: number }) => sum + propertyCount, 0),
    ).toBeGreaterThanOrEqual(count * 0.99);
  });
});
