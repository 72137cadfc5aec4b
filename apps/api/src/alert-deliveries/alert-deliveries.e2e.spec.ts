import { AlertStore } from '@gable/persistence/alerts';
import { newId } from '@gable/persistence';
import { queueFirstAttempts } from '@gable/testing';
import { ApiUnderTest, SEALER } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ABSENT = '0199a1b2-0000-7000-8000-000000000001';
const HOOK = 'https://hooks.example.com/gable';

let api: ApiUnderTest;
let stranger: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  stranger = await api.makeKey({ account: 'Stranger' });
}, 60_000);
afterAll(() => api.stop());

async function makeAlert(body: object = { destinationWebhookUrl: HOOK }): Promise<string> {
  const answer = await api.ask('POST', '/alerts', { body: { name: 'Homes', criteria: {}, ...body } });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

/** Writes the first attempt of a delivery that has ended (or waits), as the worker would leave it. */
async function ended(alertId: string, status: string, begunAt: string): Promise<string> {
  const eventId = newId(new Date());
  if (status === 'PENDING') {
    const attempt = { id: newId(new Date()), alertId, eventId, deliveryId: eventId };
    await queueFirstAttempts(api.database, [attempt], new Date(begunAt));
    return eventId;
  }
  await api.database.query(
    `
    insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at, created_at, updated_at)
    select gen_random_uuid(), alert.account_id, alert.id, $2, $2, 1, destination.channel, destination.id, destination.address, $3, $4, $4, $4
    from alert join event_destination destination on destination.id = alert.destination_id where alert.id = $1`,
    [alertId, eventId, status, begunAt],
  );
  return eventId;
}

const notificationsOf = async (alertId: string, query = '') =>
  (await api.ask('GET', `/alerts/${alertId}/notifications${query}`)).body;
const queuedFor = async (deliveryId: string) =>
  (
    await api.database.query<{ attempt_number: number; round_start: number }>(
      'select attempt_number, round_start from delivery where id = $1',
      [deliveryId],
    )
  )[0];

async function expectNotThereForStrangers(
  method: string,
  path: (id: string) => string,
  alertId: string,
  body?: object,
): Promise<void> {
  const bodies = new Set<string>();
  for (const [id, key] of [
    [alertId, stranger],
    [ABSENT, undefined],
    ['x', undefined],
  ] as const) {
    const answer = await api.ask(method, path(id), { key, body });
    expectProblem(answer, 404, 'not-found');
    bodies.add(JSON.stringify({ ...answer.body, instance: '' }));
  }
  expect(bodies.size).toBe(1);
}

describe('the notifications of an alert', () => {
  it('are its own, newest first, and pass all filters', async () => {
    const [alertId, other] = [await makeAlert(), await makeAlert()];
    const failed = await ended(alertId, 'FAILED', '2026-03-01T10:00:00Z');
    const delivered = await ended(alertId, 'DELIVERED', '2026-03-01T11:00:00Z');
    await ended(other, 'FAILED', '2026-03-01T10:00:00Z');
    const answer = await api.ask('GET', `/alerts/${alertId}/notifications`);
    expect([
      answer.headers.get('x-total-count'),
      answer.body.map(({ eventId }: { eventId: string }) => eventId).sort(),
    ]).toEqual(['2', [failed, delivered].sort()]);
    expect(await notificationsOf(alertId, '?status=FAILED&channel=WEBHOOK')).toEqual([
      expect.objectContaining({ eventId: failed, status: 'FAILED', alertId }),
    ]);
    expect(await notificationsOf(alertId, '?channel=EMAIL')).toEqual([]);
    expect(await notificationsOf(alertId, '?page=2')).toEqual([]);
    expect(violatedPaths(await api.ask('GET', `/alerts/${alertId}/notifications?status=DONE`))).toEqual(['status']);
    expect(violatedPaths(await api.ask('GET', `/alerts/${alertId}/notifications?alert=${other}`))).toEqual(['alert']);
    await expectNotThereForStrangers('GET', (id) => `/alerts/${id}/notifications`, alertId);
  });
});

describe('a test', () => {
  it('is queued at once, tells no event and is found at the address it answers', async () => {
    const alertId = await makeAlert();
    const { status, headers, body } = await api.ask('POST', `/alerts/${alertId}/test`);
    expect(status).toBe(202);
    expect(body).toMatchObject({
      id: expect.stringMatching(UUID),
      alertId,
      eventId: null,
      channel: 'WEBHOOK',
      destinationAddress: HOOK,
      status: 'PENDING',
      attemptNumber: 1,
      scheduledAt: body.createdAt,
    });
    expect(headers.get('location')).toBe(`/event-notifications/${body.id}`);
    expect((await api.ask('GET', headers.get('location')!)).body).toEqual(body);
    expect(await notificationsOf(alertId)).toEqual([body]);
    expect((await api.ask('GET', `/alerts/${alertId}/events`)).body).toEqual([]);
    const [queued] = await api.database.query('select attempt_number from delivery where notification_id = $1', [
      body.id,
    ]);
    expect(queued).toEqual({ attempt_number: 1 });
  });

  it('goes out from an alert that is switched off, too', async () => {
    const alertId = await makeAlert({ destinationEmail: 'ana@example.com', active: false });
    expect(await api.ask('POST', `/alerts/${alertId}/test`)).toMatchObject({
      status: 202,
      body: { channel: 'EMAIL', destinationAddress: 'ana@example.com' },
    });
  });

  it('needs somewhere to go', async () => {
    const answer = await api.ask('POST', `/alerts/${await makeAlert({})}/test`);
    expect(violatedPaths(answer)).toEqual(['']);
    expect(answer.body.detail).toBe(
      'the alert has no destination; give it a destinationWebhookUrl or a destinationEmail first',
    );
  });

  it('is nobody else’s to ask for', async () => {
    const alertId = await makeAlert();
    await expectNotThereForStrangers('POST', (id) => `/alerts/${id}/test`, alertId);
    expect(await notificationsOf(alertId)).toEqual([]);
  });

  it('brings back a destination that was switched off, of which the alert told', async () => {
    const alertId = await makeAlert({ destinationWebhookUrl: 'https://dead.example.com/' });
    const alert = async () => (await api.ask('GET', `/alerts/${alertId}`)).body;
    expect((await alert()).destinationStatus).toEqual({ state: 'ACTIVE', since: null, reason: null });
    const reason = 'DESTINATION_SWITCHED_OFF: It failed for 5 days.';
    await api.database.query(
      `update delivery_endpoint set switched_off_at = '2026-03-01T10:00:00Z', switched_off_reason = $1 where key = 'dead.example.com/'`,
      [reason],
    );
    await api.database.query(
      `update event_destination set switched_off_at = '2026-03-01T10:00:00Z', switched_off_reason = $1 where address = 'https://dead.example.com/'`,
      [reason],
    );
    const off = await alert();
    expect(off.destinationStatus).toEqual({ state: 'SWITCHED_OFF', since: '2026-03-01T10:00:00.000Z', reason });
    expect((await api.ask('PUT', `/alerts/${alertId}`, { body: off })).body.destinationStatus).toEqual(
      off.destinationStatus,
    ); // written as it was
    expect((await api.ask('POST', `/alerts/${alertId}/test`)).status).toBe(202);
    // The test probes it; that it works again is known once that was answered.
    expect((await alert()).destinationStatus).toMatchObject({ state: 'FAILING' });
  });
});

describe('a destination that fails', () => {
  const statusOf = async (alertId: string) => (await api.ask('GET', `/alerts/${alertId}`)).body.destinationStatus;

  it('is said to fail while it is only probed, since when and why, alone or with its whole host', async () => {
    const alertId = await makeAlert({ destinationWebhookUrl: 'https://failing.example.com/' });
    const change = (columns: string) =>
      api.database.query(`update delivery_endpoint set ${columns} where key = 'failing.example.com/'`);
    await change(`failures = 9, failing_since = '2026-03-01T09:00:00Z'`);
    expect(await statusOf(alertId)).toMatchObject({ state: 'ACTIVE' });
    await change(`failures = 10, opened_at = '2026-03-01T10:00:00Z', probe_at = '2026-03-01T10:00:30Z'`);
    expect(await statusOf(alertId)).toEqual({
      state: 'FAILING',
      since: '2026-03-01T10:00:00.000Z',
      reason: expect.stringMatching(/^DESTINATION_FAILING: .* 10 times in a row .* due at 2026-03-01T10:00:30.000Z/),
    });
    await change('failures = 0, opened_at = null, probe_at = null, answers_well = false');
    await api.database.query(
      `update delivery_origin origin set opened_at = '2026-03-01T11:00:00Z' from delivery_endpoint endpoint
       where endpoint.origin_id = origin.id and endpoint.key = 'failing.example.com/'`,
    );
    expect(await statusOf(alertId)).toMatchObject({
      state: 'FAILING',
      since: '2026-03-01T11:00:00.000Z',
      reason: expect.stringMatching(/^HOST_FAILING/),
    });
    await change('answers_well = true');
    expect(await statusOf(alertId)).toEqual({ state: 'ACTIVE', since: null, reason: null });
  });
});

describe('a replay', () => {
  const replay = (alertId: string, body: object) => api.ask('POST', `/alerts/${alertId}/replay`, { body });

  it('queues what failed in the period, from since on and before until', async () => {
    const alertId = await makeAlert();
    const early = await ended(alertId, 'FAILED', '2026-03-01T09:59:59.999Z');
    const first = await ended(alertId, 'FAILED', '2026-03-01T10:00:00Z');
    const delivered = await ended(alertId, 'DELIVERED', '2026-03-01T10:30:00Z');
    const waiting = await ended(alertId, 'PENDING', '2026-03-01T10:40:00Z');
    const late = await ended(alertId, 'FAILED', '2026-03-01T11:00:00Z');
    expect(
      await replay(alertId, { since: '2026-03-01T11:00:00+01:00', until: '2026-03-01T11:00:00Z', onlyFailed: true }),
    ).toMatchObject({ status: 202, body: { queued: 1, nextRequestBody: null } });
    expect(await queuedFor(first)).toEqual({ attempt_number: 2, round_start: 1 });
    for (const id of [early, delivered, late]) expect(await queuedFor(id)).toBeUndefined();
    expect((await replay(alertId, { since: '2026-03-01T10:00:00Z' })).body).toEqual({
      queued: 2,
      nextRequestBody: null,
    });
    for (const id of [delivered, late]) expect(await queuedFor(id)).toEqual({ attempt_number: 2, round_start: 1 });
    expect(await queuedFor(waiting)).toEqual({ attempt_number: 1, round_start: 0 });
    expect((await replay(alertId, { since: '2026-03-01T10:00:00Z', until: null, onlyFailed: null })).body).toEqual({
      queued: 0,
      nextRequestBody: null,
    });
    expect(await notificationsOf(alertId, '?status=PENDING')).toHaveLength(4);
  });

  it('of more than one request can queue says how to go on, and queues each once though receivers answer meanwhile', async () => {
    const alertId = await makeAlert();
    await api.database.query(
      `
      insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at, created_at, updated_at)
      select gen_random_uuid(), alert.account_id, alert.id, gen_random_uuid(), gen_random_uuid(), 1, 'WEBHOOK', destination.id, destination.address, 'DELIVERED', at, at, at
      from alert join event_destination destination on destination.id = alert.destination_id, generate_series(1, 20050) n,
        lateral (select timestamptz '2026-03-01T10:00:00Z' + n / 15000 * interval '1 ms' as at) moment
      where alert.id = $1`,
      [alertId],
    );
    const queued: number[] = [];
    for (let body: object | null = { since: '2026-03-01T10:00:00Z' }; body !== null;) {
      const {
        status,
        body: answer,
      }: { status: number; body: { queued: number; nextRequestBody: Record<string, string> | null } } = await replay(
        alertId,
        body,
      );
      expect(status).toBe(202);
      if (answer.nextRequestBody !== null) {
        expect(answer.nextRequestBody).toEqual({
          since: '2026-03-01T10:00:00.000Z',
          until: expect.stringMatching(/Z$/),
          onlyFailed: false,
          after: expect.stringMatching(/^[0-9a-f-]{36}$/),
        });
      }
      queued.push(answer.queued);
      // What was queued is delivered at once, and something new is told and delivered.
      await api.database.query(
        `update event_notification set status = 'DELIVERED' where alert_id = $1 and status = 'PENDING'`,
        [alertId],
      );
      await api.database.query('delete from delivery where alert_id = $1', [alertId]);
      await ended(alertId, 'DELIVERED', new Date(Date.now() + 1_000).toISOString());
      body = answer.nextRequestBody;
    }
    expect(queued).toEqual([10_000, 10_000, 50]);
    expect(
      await api.database.query(
        'select attempts, count(*) from (select count(*) as attempts from event_notification where alert_id = $1 group by delivery_id) each group by 1 order by 1',
        [alertId],
      ),
    ).toEqual([
      { attempts: 1, count: 3 },
      { attempts: 2, count: 20_050 },
    ]);
  }, 60_000);

  it('says what is wrong with it', async () => {
    const alertId = await makeAlert();
    for (const [body, paths] of [
      [{}, ['since']],
      [{ since: 'yesterday' }, ['since']],
      [{ since: '2026-02-30' }, ['since']],
      [{ since: 1 }, ['since']],
      [{ since: '2026-03-01T10:00:00Z', until: '2026-03-01T10:00:00Z' }, ['until']],
      [{ since: '2026-03-01T10:00:00Z', onlyFailed: 'yes', untl: 1 }, ['untl', 'onlyFailed']],
      [{ since: '2026-03-01T10:00:00Z', after: 'x' }, ['after']],
    ] as const)
      expect({ body, paths: violatedPaths(await replay(alertId, body)) }).toEqual({ body, paths });
    expect(violatedPaths(await replay(await makeAlert({}), { since: '2026-03-01T10:00:00Z' }))).toEqual(['']);
    await expectNotThereForStrangers('POST', (id) => `/alerts/${id}/replay`, alertId, {
      since: '2026-03-01T10:00:00Z',
    });
  });
});

describe('a resend', () => {
  const resend = (id: string, key?: string) => api.ask('POST', `/event-notifications/${id}/resend`, { key });

  it('queues the next attempt to where the alert sends now, whatever became of the last one', async () => {
    const alertId = await makeAlert();
    const eventId = await ended(alertId, 'DELIVERED', '2026-03-01T10:00:00Z');
    await api.ask('PUT', `/alerts/${alertId}`, { body: { destinationWebhookUrl: 'https://new.example.com/' } });
    const [{ id }] = await notificationsOf(alertId);
    const { status, headers, body } = await resend(id);
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { eventId, attemptNumber: 2, status: 'PENDING', destinationAddress: 'https://new.example.com/' },
    });
    expect(headers.get('location')).toBe(`/event-notifications/${body.id}`);
    expect(await queuedFor(eventId)).toEqual({ attempt_number: 2, round_start: 1 });
    expect((await resend(id)).body.id).toBe(body.id); // it waits already
    expect(await notificationsOf(alertId)).toHaveLength(2);
  });

  it('is nobody else’s to ask for, and nowhere to go once the alert is gone', async () => {
    const alertId = await makeAlert();
    await ended(alertId, 'FAILED', '2026-03-01T10:00:00Z');
    const [{ id }] = await notificationsOf(alertId);
    await expectNotThereForStrangers('POST', (address) => `/event-notifications/${address}/resend`, id);
    const [account] = await api.database.query<{ account_id: string }>('select account_id from alert where id = $1', [
      alertId,
    ]);
    expect(await new AlertStore(api.database, SEALER).remove(account!.account_id, alertId, new Date())).toBe(true);
    expect((await notificationsOf(alertId)).map((notification: { id: string }) => notification.id)).toEqual([id]);
    expectProblem(await api.ask('GET', `/alerts/${alertId}/notifications`, { key: stranger }), 404, 'not-found');
    const answer = await resend(id);
    expect(violatedPaths(answer)).toEqual(['']);
    expect(answer.body.detail).toContain('the alert was deleted');
    expectProblem(await resend(id, stranger), 404, 'not-found');
  });
});
