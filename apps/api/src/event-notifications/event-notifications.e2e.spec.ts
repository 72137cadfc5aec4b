import { newId } from '@gable/persistence';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { recordEvent } from '../testing/record-event.js';
import { sampleHomes } from '../testing/sample-homes.js';

const ABSENT = '0199a1b2-0000-7000-8000-000000000001';

let api: ApiUnderTest;
let stranger: string;
let hooked: string;
let mailed: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  stranger = await api.makeKey({ account: 'Somebody Else' });
  await api.ingest(sampleHomes(4));
  hooked = await makeAlert({ destinationWebhookUrl: 'https://hooks.example.com/gable' });
  mailed = await makeAlert({ destinationEmail: 'ana@example.com' });
}, 60_000);
afterAll(() => api.stop());

async function makeAlert(destination: object): Promise<string> {
  const { status, body } = await api.ask('POST', '/alerts', { body: { name: 'Homes', criteria: {}, ...destination } });
  expect(status).toBe(201);
  return body.id;
}

interface Attempt {
  alertId: string;
  eventId: string | null;
  deliveryId?: string;
  status?: string;
  attempt?: number;
  at?: string;
  delivered?: string;
  response?: number;
  error?: string;
}

/** Writes an attempt as the worker would. */
async function attempt({
  alertId,
  eventId,
  deliveryId = eventId ?? newId(new Date()),
  status = 'PENDING',
  attempt = 1,
  at = '2026-03-01T10:00:01.000Z',
  delivered,
  response,
  error,
}: Attempt): Promise<string> {
  const id = newId(new Date());
  await api.database.query(
    `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at,
       delivered_at, response_status, last_error_message, created_at, updated_at)
     select $1::uuid, alert.account_id, alert.id, $3::uuid, $4::uuid, $5::int, destination.channel, destination.id, destination.address, $6, $7::timestamptz, $8::timestamptz, $9::int, $10, $7, coalesce($8, $7)
     from alert join event_destination destination on destination.id = alert.destination_id where alert.id = $2`,
    [id, alertId, eventId, deliveryId, attempt, status, at, delivered ?? null, response ?? null, error ?? null],
  );
  return id;
}

describe('one notification', () => {
  it('of a webhook names its event, its outcome and where it went', async () => {
    const eventId = await recordEvent(api.database, { alertId: hooked, externalId: 'home-0' });
    const failed = await attempt({
      alertId: hooked,
      eventId,
      status: 'FAILED',
      response: 503,
      error: 'http_503: The receiver answered 503.',
    });
    const delivered = await attempt({
      alertId: hooked,
      eventId,
      attempt: 2,
      status: 'DELIVERED',
      response: 204,
      delivered: '2026-03-01T10:00:06.500Z',
    });
    const common = {
      channel: 'WEBHOOK',
      destinationAddress: 'https://hooks.example.com/gable',
      alertId: hooked,
      eventId,
      createdAt: '2026-03-01T10:00:01.000Z',
      scheduledAt: '2026-03-01T10:00:01.000Z',
    };
    expect((await api.ask('GET', `/event-notifications/${failed}`)).body).toEqual({
      ...common,
      id: failed,
      status: 'FAILED',
      attemptNumber: 1,
      responseStatus: 503,
      lastErrorMessage: 'http_503: The receiver answered 503.',
      deliveredAt: null,
      updatedAt: '2026-03-01T10:00:01.000Z',
    });
    expect((await api.ask('GET', `/event-notifications/${delivered}`)).body).toEqual({
      ...common,
      id: delivered,
      status: 'DELIVERED',
      attemptNumber: 2,
      responseStatus: 204,
      lastErrorMessage: null,
      deliveredAt: '2026-03-01T10:00:06.500Z',
      updatedAt: '2026-03-01T10:00:06.500Z',
    });
  });

  it('of a mail names all events that were gathered into it, whichever of them gave the delivery its id', async () => {
    for (const deliveryId of [undefined, newId(new Date())]) {
      const first = await recordEvent(api.database, {
        alertId: mailed,
        externalId: 'home-0',
        revisionId: 1,
        deliveryId,
        eventType: deliveryId ? 'NEW_MATCH' : 'LISTING_EXPIRED',
      });
      const delivery = deliveryId ?? first;
      const second = await recordEvent(api.database, {
        alertId: mailed,
        externalId: 'home-1',
        deliveryId: delivery,
        eventType: deliveryId ? 'NEW_MATCH' : 'LISTING_EXPIRED',
      });
      const third = await recordEvent(api.database, {
        alertId: mailed,
        externalId: 'home-2',
        deliveryId: delivery,
        eventType: deliveryId ? 'NEW_MATCH' : 'LISTING_EXPIRED',
      });
      await recordEvent(api.database, {
        alertId: mailed,
        externalId: 'home-3',
        deliveryId: null,
        eventType: deliveryId ? 'NEW_MATCH' : 'LISTING_EXPIRED',
      });
      const id = await attempt({ alertId: mailed, eventId: first, deliveryId: delivery });
      expect((await api.ask('GET', `/event-notifications/${id}`)).body).toMatchObject({
        channel: 'EMAIL',
        destinationAddress: 'ana@example.com',
        eventId: first,
        eventIds: [first, second, third],
      });
    }
  });

  it('of a test tells no event', async () => {
    const id = await attempt({ alertId: mailed, eventId: null });
    const { body } = await api.ask('GET', `/event-notifications/${id}`);
    expect([body.eventId, 'eventIds' in body]).toEqual([null, false]);
  });

  it('stays readable when its alert is gone, and is never there for anybody else', async () => {
    const alertId = await makeAlert({ destinationEmail: 'bob@example.com' });
    const id = await attempt({ alertId, eventId: null, status: 'DELIVERED' });
    expect((await api.ask('DELETE', `/alerts/${alertId}`)).status).toBe(204);
    expect((await api.ask('GET', `/event-notifications/${id}`)).body).toMatchObject({
      id,
      alertId,
      destinationAddress: 'bob@example.com',
    });
    const bodies = new Set<string>();
    for (const [address, key] of [
      [id, stranger],
      [ABSENT, undefined],
      ['x', undefined],
    ] as const) {
      const answer = await api.ask('GET', `/event-notifications/${address}`, { key });
      expectProblem(answer, 404, 'not-found');
      bodies.add(JSON.stringify({ ...answer.body, instance: '' }));
    }
    expect(bodies.size).toBe(1);
    expect((await api.ask('GET', '/event-notifications', { key: stranger })).body).toEqual([]);
  });
});

describe('the notifications of an account', () => {
  let key: string;
  let own: string;
  /** Newest first. */
  const written: { id: string; status: string }[] = [];

  beforeAll(async () => {
    key = await api.makeKey({ account: 'Busy' });
    own = (
      await api.ask('POST', '/alerts', {
        key,
        body: { name: 'Busy', criteria: {}, destinationWebhookUrl: 'https://hooks.example.com/busy' },
      })
    ).body.id;
    const STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'SUSPENDED', 'SKIPPED'];
    for (let n = 0; n < 65; n += 1) {
      const status = STATUSES[n % 5]!;
      written.unshift({ id: await attempt({ alertId: own, eventId: null, status }), status });
    }
  });

  const ids = async (query: string) =>
    (await api.ask('GET', `/event-notifications${query}`, { key })).body.map(({ id }: { id: string }) => id);

  it('come newest first, 30 to a page, with their number', async () => {
    expect(await ids('')).toEqual(written.slice(0, 30).map(({ id }) => id));
    expect(await ids('?page=3')).toEqual(written.slice(60).map(({ id }) => id));
    const { headers, body } = await api.ask('GET', '/event-notifications?page=4', { key });
    expect([headers.get('x-total-count'), body]).toEqual(['65', []]);
    expect(headers.get('link')).toContain('</event-notifications?page=3>; rel="prev"');
  });

  it('pass all filters', async () => {
    expect(await ids('?status=FAILED')).toEqual(
      written.filter(({ status }) => status === 'FAILED').map(({ id }) => id),
    );
    expect((await api.ask('GET', '/event-notifications?status=FAILED', { key })).headers.get('x-total-count')).toBe(
      '13',
    );
    expect((await ids(`?alert=${own}&channel=WEBHOOK&status=SKIPPED`)).length).toBe(13);
    expect(await ids('?channel=EMAIL')).toEqual([]);
    expect(await ids(`?alert=${hooked}`)).toEqual([]); // another account's
  });

  it('are refused with the name of what is wrong', async () => {
    for (const [query, path] of [
      ['page=-1', 'page'],
      ['status=DONE', 'status'],
      ['status=FAILED&status=PENDING', 'status'],
      ['channel=SMS', 'channel'],
      ['alert=x', 'alert'],
      ['alerts=x', 'alerts'],
    ] as const) {
      expect({ query, paths: violatedPaths(await api.ask('GET', `/event-notifications?${query}`, { key })) }).toEqual({
        query,
        paths: [path],
      });
    }
  });
});
