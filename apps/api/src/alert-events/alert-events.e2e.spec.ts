import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { recordEvent } from '../testing/record-event.js';
import { SAMPLE_DIVISIONS, sampleHome, sampleHomes } from '../testing/sample-homes.js';

const ABSENT = '0199a1b2-0000-7000-8000-000000000001';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let api: ApiUnderTest;
let stranger: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  stranger = await api.makeKey({ account: 'Somebody Else' });
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(66));
  // Home 65 becomes dearer and loses its place in the title, then goes offline.
  await api.ingest([
    sampleHome(65, { price: 198_000, title: 'Home 65, with a view', observedAt: '2026-03-02T10:00:00.000Z' }),
  ]);
  await api.ingest([sampleHome(65, { status: 'OFFLINE', observedAt: '2026-03-03T10:00:00.000Z' })]);
}, 60_000);
afterAll(() => api.stop());

async function makeAlert(criteria: object, name = 'Homes'): Promise<string> {
  const { status, body } = await api.ask('POST', '/alerts', { body: { name, criteria } });
  expect(status).toBe(201);
  return body.id;
}

describe('one event', () => {
  it('says which listing it is about and what changed', async () => {
    const alertId = await makeAlert({ price: { max: 250_000 } });
    const id = await recordEvent(api.database, {
      alertId,
      externalId: 'home-65',
      revisionId: 2,
      eventType: 'PRICE_CHANGED',
      createdAt: '2026-03-02T10:00:05.250Z',
    });
    const { status, body } = await api.ask('GET', `/alerts/${alertId}/events/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      alert: `/alerts/${alertId}`,
      propertyId: expect.stringMatching(UUID),
      listingId: expect.stringMatching(UUID),
      eventType: 'PRICE_CHANGED',
      revisionId: 2,
      createdAt: '2026-03-02T10:00:05.250Z',
      updatedAt: '2026-03-02T10:00:05.250Z',
      change: [
        { attribute: 'price', old: 165_000, new: 198_000, variationPercent: 20 },
        { attribute: 'title', old: 'Home 65', new: 'Home 65, with a view', variationPercent: null },
      ],
      listing: expect.objectContaining({ uuid: body.listingId, title: 'Home 65, with a view', price: 198_000 }),
      property: (await api.ask('GET', `/properties/${body.propertyId}`)).body as object,
    });
    expect((await api.ask('GET', `/properties/${body.propertyId}/history`)).body[0].listingId).toBe(body.listingId);
  });

  it('of a first revision changed nothing', async () => {
    const alertId = await makeAlert({});
    const id = await recordEvent(api.database, { alertId, externalId: 'home-1' });
    expect((await api.ask('GET', `/alerts/${alertId}/events/${id}`)).body).toMatchObject({ revisionId: 1, change: [] });
  });

  it('is not there for anybody else or under another alert, and stays when its alert is removed', async () => {
    const alertId = await makeAlert({});
    const other = await makeAlert({});
    const id = await recordEvent(api.database, { alertId, externalId: 'home-1' });
    const bodies = new Set<string>();
    const expectGone = async (address: string, key?: string) => {
      const answer = await api.ask('GET', address, { key });
      expectProblem(answer, 404, 'not-found');
      bodies.add(JSON.stringify({ ...answer.body, instance: '' }));
    };
    const addresses = [
      `/alerts/${alertId}/events`,
      `/alerts/${alertId}/events/${id}`,
      `/alerts/${alertId}/events/${id}/explanation`,
    ];
    for (const address of addresses) {
      expect((await api.ask('GET', address)).status).toBe(200);
      await expectGone(address, stranger);
    }
    await expectGone(`/alerts/${other}/events/${id}`);
    await expectGone(`/alerts/${other}/events/${id}/explanation`);
    for (const address of [
      `/alerts/${ABSENT}/events`,
      '/alerts/x/events',
      `/alerts/${alertId}/events/${ABSENT}`,
      `/alerts/${alertId}/events/x`,
      `/alerts/${alertId}/events/${ABSENT}/explanation`,
    ])
      await expectGone(address);
    expect((await api.ask('DELETE', `/alerts/${alertId}`)).status).toBe(204);
    await expectGone(`/alerts/${alertId}`);
    for (const address of addresses) {
      expect((await api.ask('GET', address)).status).toBe(200);
      await expectGone(address, stranger);
    }
    expect((await api.ask('GET', addresses[0]!)).body).toMatchObject([{ id, alert: `/alerts/${alertId}` }]);
    expect((await api.ask('DELETE', `/alerts/${other}`)).status).toBe(204);
    await expectGone(`/alerts/${other}/events`);
    expect(bodies.size).toBe(1);
  });
});

describe('the events of an alert', () => {
  /** Oldest first, by id within a moment: two in every second. Written in another order, as by two workers. */
  const recorded: { id: string; createdAt: string }[] = [];
  let events: string;

  beforeAll(async () => {
    const alertId = await makeAlert({});
    events = `/alerts/${alertId}/events`;
    for (let n = 0; n < 65; n += 1) {
      const createdAt = new Date(
        Date.parse('2026-03-01T00:00:00.000Z') + Math.floor(((n * 37) % 65) / 2) * 1_000,
      ).toISOString();
      recorded.push({
        id: await recordEvent(api.database, { alertId, externalId: `home-${n}`, createdAt }),
        createdAt,
      });
    }
    recorded.sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
    await recordEvent(api.database, { alertId: await makeAlert({}), externalId: 'home-1' }); // another alert's
  });

  const idsOf = async (query: string): Promise<string[]> =>
    (await api.ask('GET', `${events}${query}`)).body.map(({ id }: { id: string }) => id);
  const idsWhere = (holds: (createdAt: string) => boolean) =>
    recorded.filter(({ createdAt }) => holds(createdAt)).map(({ id }) => id);

  it('come in three pages, newest first, each once', async () => {
    const newestFirst = recorded.map(({ id }) => id).reverse();
    expect(await idsOf('')).toEqual(newestFirst.slice(0, 30));
    expect(await idsOf('?page=2')).toEqual(newestFirst.slice(30, 60));
    expect(await idsOf('?page=3')).toEqual(newestFirst.slice(60));
    expect(await idsOf('?page=4')).toEqual([]);
  });

  it('come with their number and the way to the other pages', async () => {
    const { headers } = await api.ask('GET', `${events}?page=2&order[createdAt]=asc`);
    expect(headers.get('x-total-count')).toBe('65');
    const links = Object.fromEntries(
      headers
        .get('link')!
        .split(', ')
        .map((link) => [/rel="(\w+)"/.exec(link)![1]!, /<(.*)>/.exec(link)![1]!]),
    );
    expect(Object.keys(links).sort()).toEqual(['first', 'last', 'next', 'prev']);
    const next = await api.ask('GET', links.next!);
    expect(next.body.map(({ id }: { id: string }) => id)).toEqual(recorded.slice(60).map(({ id }) => id));
    expect(next.headers.get('link')).not.toContain('rel="next"');
    const past = await api.ask('GET', `${events}?page=400`);
    expect([past.headers.get('x-total-count'), past.body]).toEqual(['65', []]);
  });

  it('come oldest first where that is asked for', async () => {
    expect(await idsOf('?order[createdAt]=asc&page=3')).toEqual(recorded.slice(60).map(({ id }) => id));
    expect(await idsOf('?order%5BcreatedAt%5D=desc')).toEqual(await idsOf(''));
  });

  it('lie within the bounds', async () => {
    const at = '2026-03-01T00:00:20.000Z';
    const ordered = '&order[createdAt]=asc';
    expect(await idsOf(`?createdAt[after]=${at}${ordered}`)).toEqual(idsWhere((time) => time >= at));
    expect(await idsOf(`?createdAt[strictly_after]=${at}${ordered}`)).toEqual(idsWhere((time) => time > at));
    expect(await idsOf(`?createdAt[strictly_before]=${'2026-03-01T00:00:10Z'}${ordered}`)).toEqual(
      idsWhere((time) => time < '2026-03-01T00:00:10'),
    );
    const { headers, body } = await api.ask(
      'GET',
      `${events}?createdAt[after]=${at}&createdAt[before]=2026-03-01T01:00:21%2B01:00${ordered}`,
    );
    expect(body.map(({ id }: { id: string }) => id)).toEqual(
      idsWhere((time) => time >= at && time <= '2026-03-01T00:00:21.000Z'),
    );
    expect([headers.get('x-total-count'), body.length]).toEqual(['4', 4]);
    expect(await idsOf(`?createdAt[before]=2026-03-01T01:00:00+01:00${ordered}`)).toEqual(
      idsWhere((time) => time <= '2026-03-01T00:00:00.000Z'),
    );
  });

  it('are those of a whole UTC day where a bound is a bare date, and in UTC where it has no zone', async () => {
    const alertId = await makeAlert({});
    const ids = new Map<string, string>();
    for (const createdAt of [
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-02T23:59:59.999Z',
      '2026-03-03T00:00:00.000Z',
    ])
      ids.set(
        await recordEvent(api.database, {
          alertId,
          externalId: `home-${ids.size + 1}`,
          eventType: 'NEW_MATCH',
          createdAt,
        }),
        createdAt.slice(0, 13),
      );
    const asked = async (query: string) =>
      (await api.ask('GET', `/alerts/${alertId}/events?order[createdAt]=asc&${query}`)).body.map(
        ({ id }: { id: string }) => ids.get(id),
      );
    const day = ['2026-03-02T00', '2026-03-02T23'];
    expect(await asked('createdAt[after]=2026-03-02&createdAt[before]=2026-03-02')).toEqual(day);
    expect(await asked('createdAt[after]=2026-03-02T00:00:00&createdAt[before]=2026-03-02T23:59:59.999')).toEqual(day);
    expect(await asked('createdAt[strictly_before]=2026-03-02')).toEqual(['2026-03-01T23']);
    expect(await asked('createdAt[strictly_after]=2026-03-02')).toEqual(['2026-03-03T00']);
  });

  it('are of the types asked for', async () => {
    const alertId = await makeAlert({});
    const record = (n: number, eventType: 'NEW_MATCH' | 'PRICE_CHANGED' | 'LISTING_EXPIRED') =>
      recordEvent(api.database, {
        alertId,
        externalId: `home-${n}`,
        eventType,
        createdAt: `2026-03-01T00:00:0${n}.000Z`,
      });
    const [first, second, third] = [
      await record(1, 'NEW_MATCH'),
      await record(2, 'PRICE_CHANGED'),
      await record(3, 'LISTING_EXPIRED'),
    ];
    const asked = async (query: string) => {
      const { headers, body } = await api.ask('GET', `/alerts/${alertId}/events?order[createdAt]=asc&${query}`);
      return [headers.get('x-total-count'), body.map(({ id }: { id: string }) => id)];
    };
    expect(await asked('')).toEqual(['3', [first, second, third]]);
    expect(await asked('eventType=PRICE_CHANGED')).toEqual(['1', [second]]);
    expect(await asked('eventType=LISTING_EXPIRED&eventType=NEW_MATCH')).toEqual(['2', [first, third]]);
    expect(await asked('eventType=OUT_OF_CRITERIA')).toEqual(['0', []]);
    expect(await asked('eventType=PRICE_CHANGED&createdAt[after]=2026-03-01T00:00:03Z')).toEqual(['0', []]);
  });

  it('are refused with the name of what is wrong', async () => {
    const refused: [query: string, paths: string[]][] = [
      ['page=0', ['page']],
      ['page=x', ['page']],
      ['page=1&page=2', ['page']],
      ['order[createdAt]=up', ['order[createdAt]']],
      ['order[createdAt]=', ['order[createdAt]']],
      ['createdAt[after]=2026-03', ['createdAt[after]']],
      ['createdAt[after]=2026-02-30T00:00:00Z', ['createdAt[after]']],
      ['createdAt[before]=yesterday', ['createdAt[before]']],
      ['createdAt[strictly_after]=2026-03-01T00:00:00x', ['createdAt[strictly_after]']],
      ['createdAt[strictly_before]=', ['createdAt[strictly_before]']],
      ['createdAt[after]=2026-03-01T00:00:00Z&createdAt[after]=2026-03-02T00:00:00Z', ['createdAt[after]']],
      ['createdAt[since]=2026-03-01T00:00:00Z', ['createdAt[since]']],
      ['order=asc', ['order']],
      ['eventType=MATCH', ['eventType']],
      ['eventType=', ['eventType']],
      ['eventType=NEW_MATCH&eventType=NEW_MATCH', ['eventType']],
      ['eventTypes=NEW_MATCH', ['eventTypes']],
      ['size=5', ['size']],
    ];
    for (const [query, paths] of refused)
      expect({ query, paths: violatedPaths(await api.ask('GET', `${events}?${query}`)) }).toEqual({ query, paths });
  });
});

describe('the explanation of an event', () => {
  const wish = {
    price: { max: 180_000 },
    propertyType: { included: [1] },
    operator: 'OR',
    children: [{ location: { includedDivisionIds: [69_123] } }, { rooms: { bedrooms: { min: 3 } } }],
  };

  it('shows what was met before and what is no longer met, by the criteria of then', async () => {
    const alertId = await makeAlert(wish);
    const id = await recordEvent(api.database, {
      alertId,
      externalId: 'home-65',
      revisionId: 2,
      eventType: 'OUT_OF_CRITERIA',
    });
    const current = (await api.ask('GET', `/alerts/${alertId}/events/${id}/explanation`)).body;
    expect(current).toMatchObject({ criteriaVersion: 1, criteriaAreCurrent: true });
    expect(
      (await api.ask('PUT', `/alerts/${alertId}`, { body: { criteria: { price: { min: 1_000_000 } } } })).status,
    ).toBe(200);

    const { status, body } = await api.ask('GET', `/alerts/${alertId}/events/${id}/explanation`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...current, criteriaAreCurrent: false });
    const lyon = { kind: 'division', path: 'location', holds: true, asked: 'in Lyon', stated: [69_123, 900_000_001] };
    const price = { kind: 'range', path: 'price', asked: '180,000 or less' };
    const house = { kind: 'propertyType', path: 'propertyType', holds: true, asked: 'a house', stated: 'HOUSE' };
    const children = [
      { holds: true, conditions: [lyon], operator: null, children: [], met: [] },
      {
        holds: false,
        conditions: [
          { kind: 'range', path: 'rooms.bedrooms', holds: false, asked: 'at least 3 bedrooms', stated: null },
        ],
        operator: null,
        children: [],
        met: [],
      },
    ];
    expect(body).toMatchObject({
      eventId: id,
      eventType: 'OUT_OF_CRITERIA',
      revisionId: 2,
      sentence: 'a house, 180,000 or less, in Lyon or at least 3 bedrooms',
      criteria: wish,
      criteriaVersion: 1,
      before: {
        revisionId: 1,
        online: true,
        matches: true,
        verdict: {
          holds: true,
          conditions: [house, { ...price, holds: true, stated: 165_000 }],
          operator: 'OR',
          met: [0],
          children,
        },
      },
      after: {
        revisionId: 2,
        online: true,
        matches: false,
        verdict: {
          holds: false,
          conditions: [house, { ...price, holds: false, stated: 198_000 }],
          operator: 'OR',
          met: [0],
          children,
        },
      },
      turned: [{ node: [], path: 'price', asked: '180,000 or less', holds: false, before: 165_000, after: 198_000 }],
      listing: { price: 198_000, title: 'Home 65, with a view', location: { cityId: 69_123 } },
    });
    expect(body.listing.location).not.toHaveProperty('divisionIds');
    expect(body.change.map(({ attribute }: { attribute: string }) => attribute)).toEqual(['price', 'title']);
  });

  it('of an expired listing shows that it still met everything, only offline', async () => {
    const alertId = await makeAlert({ price: { max: 200_000 } });
    const id = await recordEvent(api.database, {
      alertId,
      externalId: 'home-65',
      revisionId: 3,
      eventType: 'LISTING_EXPIRED',
    });
    const { body } = await api.ask('GET', `/alerts/${alertId}/events/${id}/explanation`);
    expect(body).toMatchObject({
      before: { revisionId: 2, online: true, matches: true },
      after: { revisionId: 3, online: false, matches: false, verdict: { holds: true } },
      turned: [],
      change: [],
    });
  });

  it('of a first revision has nothing before', async () => {
    const alertId = await makeAlert({});
    const id = await recordEvent(api.database, { alertId, externalId: 'home-1' });
    const { body } = await api.ask('GET', `/alerts/${alertId}/events/${id}/explanation`);
    expect(body).toMatchObject({
      sentence: 'any listing',
      criteria: {},
      before: null,
      turned: [],
      after: { revisionId: 1, matches: true, verdict: { holds: true, conditions: [], operator: null } },
    });
  });
});
