import { ApiUnderTest } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS, sampleHome, sampleHomes } from '../testing/sample-homes.js';

const NO_EVENTS = {
  NEW_MATCH: 0,
  ADDITIONAL_LISTING: 0,
  BACK_IN_CRITERIA: 0,
  LISTING_REACTIVATED: 0,
  PRICE_CHANGED: 0,
  ANY_ATTRIBUTE_CHANGED: 0,
  OUT_OF_CRITERIA: 0,
  LISTING_EXPIRED: 0,
};

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(30)); // 100,000 to 129,000; every third in Paris, the others in Lyon
  await api.database.query(`update listing_revision set recorded_at = now() - interval '31 days'`);
  await api.database.query(`update listing set updated_at = now() - interval '31 days'`);
  await api.database.query(`update property set updated_at = now() - interval '31 days'`);
  const day = (n: number) => ({ observedAt: `2026-03-0${n}T10:00:00.000Z` });
  await api.ingest([
    sampleHome(4, { ...day(2), price: 99_000 }), // cheaper
    sampleHome(7, { ...day(2), price: 200_000 }),
    sampleHome(7, { ...day(3), price: 107_000 }), // out and back
    sampleHome(10, { ...day(2), status: 'OFFLINE' }),
    sampleHome(10, day(3)), // gone and back
    sampleHome(40, { ...day(2), price: 100_500, location: { lat: 50, lng: 6, accuracy: 'PRECISE', cityId: 69_123 } }), // new
    sampleHome(3, { ...day(2), price: 90_000 }), // in Paris
    sampleHome(13, { ...day(2), title: 'Home 13, renovated' }),
    sampleHome(16, { ...day(2), status: 'OFFLINE' }),
  ]);
}, 60_000);
afterAll(() => api.stop());

const preview = (body: object) => api.ask('POST', '/alerts/preview', { body });
const inLyon = { price: { max: 120_000 }, location: { included: [{ cityId: 69_123 }] } };

describe('an alert that is tried', () => {
  it('says what meets it now, what it would have recorded in 30 days, and itself in words', async () => {
    const { status, body } = await preview({ name: 'Lyon', criteria: inLyon });
    expect(status).toBe(200);
    const { items, eventsSince, ...rest } = body;
    expect(rest).toEqual({
      totalItems: 14,
      totalIsExact: true,
      events: {
        ...NO_EVENTS,
        NEW_MATCH: 1,
        PRICE_CHANGED: 1,
        ANY_ATTRIBUTE_CHANGED: 2,
        OUT_OF_CRITERIA: 1,
        BACK_IN_CRITERIA: 1,
        LISTING_EXPIRED: 2,
        LISTING_REACTIVATED: 1,
      },
      eventsAreEstimated: false,
      propertiesReplayed: 7,
      sentence: '120,000 or less, in Lyon',
      criteria: { price: { max: 120_000 }, location: { includedDivisionIds: [69_123] } },
    });
    expect(Math.abs(Date.now() - 30 * 86_400_000 - Date.parse(eventsSince))).toBeLessThan(60_000);
    const found = await api.search(
      { cityIds: [69_123], price: { lte: 120_000 } },
      { headers: { accept: 'application/json' } },
    );
    expect(items).toEqual(found.body.items);
    expect([items.length, found.body.totalItems]).toEqual([10, 14]);
  });

  it('takes classic filters, no name, and every field that an alert may have', async () => {
    const classic = await preview({
      searchMode: 'classic',
      cityIds: [69_123],
      price: { lte: 120_000 },
      destinationWebhookUrl: 'https://hooks.example.com/x',
      notificationConfig: { rules: [{ eventType: 'PRICE_CHANGED', thresholdPercentage: 5 }] },
    });
    const advanced = await preview({ criteria: inLyon });
    expect(classic.status).toBe(200);
    expect({ ...classic.body, eventsSince: '' }).toEqual({ ...advanced.body, eventsSince: '' });
  });

  it('is not stored', async () => {
    await preview({ name: 'Lyon', criteria: inLyon, destinationEmail: 'ana@example.com' });
    expect((await api.ask('GET', '/alerts')).body).toEqual([]);
    expect(
      await api.database.query(
        'select (select count(*) from alert) as alerts, (select count(*) from event_destination) as destinations, (select count(*) from alert_event) as events',
      ),
    ).toEqual([{ alerts: 0, destinations: 0, events: 0 }]);
  });

  it('that nothing meets finds and would have recorded nothing', async () => {
    expect((await preview({ criteria: { price: { min: 9_000_000 } } })).body).toMatchObject({
      totalItems: 0,
      items: [],
      events: NO_EVENTS,
      eventsAreEstimated: false,
      sentence: '9,000,000 or more',
    });
  });

  it('is refused as it would be refused when stored', async () => {
    const refused: [body: object, paths: string[]][] = [
      [{}, ['criteria']],
      [{ name: null, criteria: {} }, ['name']],
      [{ criteria: { price: { min: 2, max: 1 } } }, ['criteria.price.min']],
      [{ criteria: {}, extra: 1 }, ['extra']],
      [{ criteria: { location: { includedDivisionIds: [5] } } }, ['criteria.location.includedDivisionIds[0]']],
      [
        { criteria: {}, notificationConfig: { rules: [{ eventType: 'NEW_MATCH', thresholdPercentage: -5 }] } },
        ['notificationConfig.rules[0].thresholdPercentage'],
      ],
      [{ criteria: {}, destinationWebhookUrl: 'https://10.0.0.1/' }, ['destinationWebhookUrl']],
    ];
    for (const [body, paths] of refused)
      expect({ body, paths: violatedPaths(await preview(body)) }).toEqual({ body, paths });
    expect(violatedPaths(await api.ask('POST', '/alerts/preview?page=1', { body: { criteria: {} } }))).toEqual([
      'page',
    ]);
  });
});
