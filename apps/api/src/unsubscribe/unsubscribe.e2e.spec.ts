import { MailStore } from '@gable/persistence/delivery';
import { createLogger } from '@gable/runtime';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';

let api: ApiUnderTest;
let mails: MailStore;
const logged: string[] = [];

beforeAll(async () => {
  api = await ApiUnderTest.start({
    log: createLogger({
      name: 'api',
      level: 'trace',
      destination: { write: (line: string) => void logged.push(line) },
    }),
  });
  mails = new MailStore(api.database, 'a secret of the installation');
}, 60_000);
afterAll(() => api.stop());

/** An alert whose mail was sent, and the token in it. */
async function mailed({ name = 'Homes', address = 'ana@example.com' } = {}): Promise<{
  alertId: string;
  token: string;
}> {
  const {
    body: { id: alertId },
  } = await api.ask('POST', '/alerts', { body: { name, criteria: {}, destinationEmail: address } });
  const [token] = await mails.tokensFor([{ alertId, address }]);
  return { alertId, token: token! };
}

const open = (token: string) => api.ask('GET', `/u/${token}`, { key: null });
const oneClick = (token: string, type = 'application/x-www-form-urlencoded', body = 'List-Unsubscribe=One-Click') =>
  api.ask('POST', `/u/${token}`, { key: null, body, headers: { 'content-type': type } });
const stateOf = async (alertId: string) => (await api.ask('GET', `/alerts/${alertId}`)).body.destinationStatus;

it('shows a button and changes nothing', async () => {
  const { alertId, token } = await mailed({ name: '<img src=x> & "Co"' });
  for (let i = 0; i < 2; i += 1) {
    const { status, headers, body } = await open(token);
    expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(
      [200, 'text/html; charset=utf-8', 'no-store', 'no-referrer'],
    );
    expect(body).toContain('<form method="post"><button>Stop these mails</button></form>');
    expect(body).toContain('&lt;img src=x&gt; &amp; &quot;Co&quot;');
    expect(body).not.toContain('<img');
  }
  expect(await stateOf(alertId)).toEqual({ state: 'ACTIVE', since: null, reason: null });
});

it.each([
  ['a mail program', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'a mail program that sends parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ['the button of the page', 'application/x-www-form-urlencoded', ''],
])(
  'stops the mails of the alert to that address at one click of %s, and again changes nothing',
  async (_, type, body) => {
    const { alertId, token } = await mailed();
    const { token: other } = await mailed({ address: 'bob@example.com' });
    expect(await oneClick(token, type, body)).toMatchObject({
      status: 200,
      body: expect.stringContaining('These mails are stopped'),
    });
    const stopped = await stateOf(alertId);
    expect(stopped).toEqual({
      state: 'UNSUBSCRIBED',
      since: expect.stringMatching(/Z$/),
      reason: 'UNSUBSCRIBED: The recipient unsubscribed from the mails of this alert.',
    });
    expect((await oneClick(token)).status).toBe(200);
    expect(await stateOf(alertId)).toEqual(stopped);
    expect((await open(token)).body).toContain('These mails are stopped');
    expect((await open(other)).body).toContain('Stop these mails?');
  },
);

it('needs no body', async () => {
  const { alertId, token } = await mailed();
  expect((await api.ask('POST', `/u/${token}`, { key: null })).status).toBe(200);
  expect(await stateOf(alertId)).toMatchObject({ state: 'UNSUBSCRIBED' });
});

it('is taken back by who writes the address anew, not by who leaves it as it is', async () => {
  const { alertId, token } = await mailed();
  await oneClick(token);
  const put = async (body: object) => (await api.ask('PUT', `/alerts/${alertId}`, { body })).body.destinationStatus;
  expect(await put({ destinationEmail: 'ana@example.com' })).toMatchObject({ state: 'UNSUBSCRIBED' });
  expect(await put({ destinationEmail: null })).toBeNull();
  expect(await put({ destinationEmail: 'ana@example.com' })).toEqual({ state: 'ACTIVE', since: null, reason: null });
});

it('answers a friendly page where the link belongs to nothing', async () => {
  for (const token of ['x', 'A'.repeat(22), '%00', 'A'.repeat(5_000)]) {
    for (const answer of [await open(token), await oneClick(token)]) {
      expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('There is nothing to stop here') });
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  }
});

it('keeps tokens out of the log and out of the database', async () => {
  const { token } = await mailed();
  await open(token);
  await oneClick(token);
  expect(logged.filter((line) => line.includes('/u/:token')).length).toBeGreaterThan(1);
  expect(logged.join('')).not.toContain(token);
  const rows = await api.database.query<{ row: string }>(
    'select subscription::text as row from mail_subscription subscription',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ row }) => row).join('')).not.toContain(token);
});

it('leaves every other route without forms', async () => {
  const form = { body: 'name=x&criteria=', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  expectProblem(await api.ask('POST', '/alerts', form), 415, 'unsupported-media-type');
  expectProblem(
    await api.ask('POST', '/properties', { ...form, headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
    415,
    'unsupported-media-type',
  );
});
