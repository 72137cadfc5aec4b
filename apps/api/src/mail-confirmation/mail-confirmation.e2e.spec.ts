import { ConfirmationLinks, MailConfirmationStore } from '@gable/persistence/delivery';
import { createLogger } from '@gable/runtime';
import { ApiUnderTest, KEY_PEPPER } from '../testing/api-under-test.js';

const DAY = 86_400_000;
const links = new ConfirmationLinks(KEY_PEPPER);
const logged: string[] = [];

let api: ApiUnderTest;
let confirmations: MailConfirmationStore;

beforeAll(async () => {
  api = await ApiUnderTest.start({
    log: createLogger({
      name: 'api',
      level: 'trace',
      destination: { write: (line: string) => void logged.push(line) },
    }),
  });
  confirmations = new MailConfirmationStore(api.database);
}, 60_000);
beforeEach(() => confirmations.require(true, new Date()));
afterAll(() => api.stop());

let addresses = 0;

/** An alert of an address that was never asked, and the link in the mail that asks it, as the worker makes it. */
async function asked(): Promise<{ alertId: string; address: string; token: string }> {
  const address = `ana${addresses++}@example.com`;
  const { body } = await api.ask('POST', '/alerts', {
    body: { name: 'Homes', criteria: {}, destinationEmail: address },
  });
  const claimed = (await confirmations.claim(5, new Date(Date.now() + 1_000))).find(
    (each) => each.address === address,
  )!;
  await confirmations.finish(claimed, { kind: 'sent' }, new Date());
  return { alertId: body.id, address, token: links.tokenOf(claimed) };
}

const open = (token: string) => api.ask('GET', `/c/${token}`, { key: null });
const press = (token: string) =>
  api.ask('POST', `/c/${token}`, {
    key: null,
    body: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const statusOf = async (alertId: string) => (await api.ask('GET', `/alerts/${alertId}`)).body.destinationStatus;

it('shows a button and confirms nothing, however often a scanner of mails looks at it', async () => {
  const { alertId, address, token } = await asked();
  for (let i = 0; i < 3; i += 1) {
    const { status, headers, body } = await open(token);
    expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(
      [200, 'text/html; charset=utf-8', 'no-store', 'no-referrer'],
    );
    expect(body).toContain('<form method="post"><button>Yes, send them to me</button></form>');
    expect(body).toContain(address);
  }
  expect((await api.ask('HEAD', `/c/${token}`, { key: null })).status).not.toBe(500);
  expect(await statusOf(alertId)).toMatchObject({ state: 'UNCONFIRMED' });
});

it('confirms at the press of the button, once and for all', async () => {
  const { alertId, token } = await asked();
  for (let i = 0; i < 2; i += 1)
    expect(await press(token)).toMatchObject({
      status: 200,
      body: expect.stringContaining('These mails are on their way'),
    });
  expect((await open(token)).body).toContain('These mails are on their way');
  expect(await statusOf(alertId)).toEqual({ state: 'ACTIVE', since: null, reason: null });
  expect(
    (
      await api.ask('POST', '/alerts', {
        body: { name: 'More', criteria: {}, destinationEmail: `ANA${addresses - 1}@example.com` },
      })
    ).body.destinationStatus,
  ).toMatchObject({ state: 'ACTIVE' });
});

it('does not work a week later', async () => {
  const { alertId, token } = await asked();
  const { endpointId } = links.read(token)!;
  const old = links.tokenOf({ endpointId, expiresAt: new Date(Date.now() - 1) });
  for (const answer of [await open(old), await press(old)])
    expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('This link does not work any more') });
  expect(await statusOf(alertId)).toMatchObject({ state: 'UNCONFIRMED' });
});

it('answers the same page where the link is none', async () => {
  const unknown = links.tokenOf({ endpointId: 999_999, expiresAt: new Date(Date.now() + DAY) });
  for (const token of ['x', unknown, 'A'.repeat(40), '%00', 'A'.repeat(5_000)]) {
    for (const answer of [await open(token), await press(token)])
      expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('This link does not work any more') });
  }
});

it('is what an alert and its notifications wait for, and say so at once', async () => {
  const { body: alert } = await api.ask('POST', '/alerts', {
    body: { name: 'Homes', criteria: {}, destinationEmail: 'new@example.com' },
  });
  expect(alert.destinationStatus).toEqual({
    state: 'UNCONFIRMED',
    since: alert.createdAt,
    reason:
      'ADDRESS_NOT_CONFIRMED: The recipient has not confirmed this address yet. A mail that asks for it is about to be sent; mails go out once its link was used.',
  });
  expect(await statusOf(alert.id)).toEqual(alert.destinationStatus);
  const { status, body: test } = await api.ask('POST', `/alerts/${alert.id}/test`);
  expect([status, test.status, test.lastErrorMessage]).toEqual([202, 'PENDING', alert.destinationStatus.reason]);
  expect((await api.ask('GET', '/event-notifications?status=PENDING')).body).toEqual([test]);
  expect((await api.ask('PUT', `/alerts/${alert.id}`, { body: alert })).body.destinationStatus).toEqual(
    alert.destinationStatus,
  );
});

it('is not asked of webhooks, nor of anybody where it is not required', async () => {
  const make = async (destination: object) =>
    (await api.ask('POST', '/alerts', { body: { name: 'Homes', criteria: {}, ...destination } })).body
      .destinationStatus;
  expect(await make({ destinationWebhookUrl: 'https://hooks.example.com/' })).toEqual({
    state: 'ACTIVE',
    since: null,
    reason: null,
  });
  await confirmations.require(false, new Date());
  expect(await make({ destinationEmail: 'free@example.com' })).toEqual({ state: 'ACTIVE', since: null, reason: null });
  expect(await api.database.query(`select from mail_confirmation where address = 'free@example.com'`)).toEqual([]);
});

it('keeps the links out of the log', async () => {
  const { token } = await asked();
  await open(token);
  await press(token);
  expect(logged.filter((line) => line.includes('/c/:token')).length).toBeGreaterThan(1);
  expect(logged.join('')).not.toContain(token);
});
