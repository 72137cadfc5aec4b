import { randomBytes } from 'node:crypto';
import { AlertStore } from '@gable/persistence/alerts';
import { SealBroken } from '@gable/runtime';
import { alertsOf, HOOK, startAlertsApi } from '../testing/alerts-of.js';
import { type ApiUnderTest, SEALER } from '../testing/api-under-test.js';
import { violatedPaths } from '../testing/expect-problem.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What the name servers say; names that are not here are not there. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'inward.example.com': ['93.184.216.34', '10.0.0.7'],
  'public.example.com': ['93.184.216.34', '2606:2800::1'],
  'receiver.test.internal': ['127.0.0.9'],
  'ours.example.com': ['93.184.216.34', '2a01:4f8:1::9'],
};
const asked: string[] = [];

function resolveHost(name: string): Promise<readonly string[]> {
  asked.push(name);
  if (name === 'silent.example.com') return new Promise(() => {});
  return NAMES[name] === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(NAMES[name]);
}

let api: ApiUnderTest;
let stranger: string;

beforeAll(async () => {
  api = await startAlertsApi(resolveHost);
  stranger = await api.makeKey({ account: 'Stranger' });
}, 60_000);
afterAll(() => api.stop());

const { post, put, get, created, changed, rowOf } = alertsOf(() => api);

describe('signing keys', () => {
  it.each([24, 25, 26, 32, 63, 64])('may be brought, of %i bytes', async (bytes) => {
    const signingKey = `whsec_${randomBytes(bytes).toString('base64')}`;
    expect((await created({ criteria: {}, signingKey })).signingKey).toBe(signingKey);
  });

  it('are sealed at rest, each in its own row', async () => {
    const [one, other] = [await created({ criteria: {} }), await created({ criteria: {} })];
    const { signing_key: sealed } = await rowOf(one.id);
    expect((sealed as Buffer).toString('latin1')).not.toContain(one.signingKey.slice(6, 20));
    await api.database.query('update alert set signing_key = $2 where id = $1', [other.id, sealed]);
    const { account_id: accountId } = (await rowOf(other.id)) as { account_id: string };
    await expect(new AlertStore(api.database, SEALER).find(accountId, other.id)).rejects.toThrow(SealBroken);
    await api.database.query('delete from alert where id = $1', [other.id]);
    expect(api.logged.join('')).not.toContain(one.signingKey);
  });

  it('stay when a change leaves them out, and are kept a day beside the one that replaces them', async () => {
    const { id, signingKey: first } = await created({ criteria: {} });
    expect((await changed(id, { name: 'Renamed' })).signingKey).toBe(first);
    expect((await changed(id, { signingKey: first })).signingKey).toBe(first);
    expect(await rowOf(id)).toMatchObject({ previous_signing_key: null, previous_signing_key_until: null });
    const second = `whsec_${randomBytes(24).toString('base64')}`;
    const { updatedAt } = await changed(id, { signingKey: second });
    const store = new AlertStore(api.database, SEALER);
    const { account_id: accountId } = (await rowOf(id)) as { account_id: string };
    expect(await store.find(accountId, id)).toMatchObject({
      signingKey: second,
      previousSigningKey: { key: first, until: new Date(Date.parse(updatedAt) + 86_400_000) },
    });
    const { signingKey: third } = await changed(id, { signingKey: null });
    expect([first, second]).not.toContain(third);
    expect(third).toMatch(/^whsec_.{44}$/);
    expect(await store.find(accountId, id)).toMatchObject({ signingKey: third, previousSigningKey: { key: second } });
    await api.database.query(
      `update alert set previous_signing_key_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    await changed(id, { name: 'Later' });
    expect(await rowOf(id)).toMatchObject({ previous_signing_key: null });
  });
});

describe('destinations', () => {
  it('are one per account and address', async () => {
    const [one, same, mail] = [
      await created({ criteria: {}, destinationWebhookUrl: HOOK }),
      await created({ criteria: {}, destinationWebhookUrl: HOOK }),
      await created({ criteria: {}, destinationEmail: 'a@EXAMPLE.com' }),
    ];
    expect(one).toMatchObject({
      destinationWebhookUrl: HOOK,
      destinationEmail: null,
      eventDestinationId: expect.stringMatching(UUID),
    });
    expect(same.eventDestinationId).toBe(one.eventDestinationId);
    expect(mail).toMatchObject({ destinationWebhookUrl: null, destinationEmail: 'a@example.com' });
    const theirs = await created({ criteria: {}, destinationWebhookUrl: HOOK }, { key: stranger });
    expect(new Set([one, mail, theirs].map(({ eventDestinationId }) => eventDestinationId)).size).toBe(3);
  });

  it('lie in the networks that the operator allows', async () => {
    expect(await created({ criteria: {}, destinationWebhookUrl: 'http://127.0.0.1:9999/hook' })).toMatchObject({
      destinationWebhookUrl: 'http://127.0.0.1:9999/hook',
    });
  });

  it('are refused when their name leads inside, with a reason to act on', async () => {
    const answer = await post({ name: 'x', criteria: {}, destinationWebhookUrl: 'https://inward.example.com/hook' });
    expect(violatedPaths(answer)).toEqual(['destinationWebhookUrl']);
    expect(answer.body.detail).toBe(
      'destinationWebhookUrl: names the host inward.example.com, one of whose addresses is in a private network; use one that is reachable from the internet',
    );
    const { id } = await created({ criteria: {}, destinationWebhookUrl: HOOK });
    expect(violatedPaths(await put(id, { destinationWebhookUrl: 'https://inward.example.com/hook' }))).toEqual([
      'destinationWebhookUrl',
    ]);
    expect((await get(id)).body.destinationWebhookUrl).toBe(HOOK);
  });

  it('are refused in networks that the operator closes, public or allowed, by literal and by name', async () => {
    for (const host of ['[2a01:4f8:1::7]', '127.6.6.6', 'ours.example.com'])
      expect(violatedPaths(await post({ name: 'x', criteria: {}, destinationWebhookUrl: `https://${host}/` }))).toEqual(
        ['destinationWebhookUrl'],
      );
    await created({ criteria: {}, destinationWebhookUrl: 'https://[2a01:4f8:2::7]/' });
  });

  it('are accepted by public names, and by names that nobody knows right now', async () => {
    for (const host of ['public.example.com', 'not-yet.example.com'])
      expect(
        (await created({ criteria: {}, destinationWebhookUrl: `https://${host}/` })).destinationWebhookUrl,
      ).toContain(host);
    // Its name servers never answer: this ends because the question is given up.
    await created({ criteria: {}, destinationWebhookUrl: 'https://silent.example.com/' });
  });

  it('are accepted by inner names that lead into a network the operator allows, also without TLS', async () => {
    const { id, ...body } = await created({
      criteria: {},
      destinationWebhookUrl: 'http://receiver.test.internal:9999/hook',
    });
    asked.length = 0;
    expect((await changed(id, { ...body, name: 'Sent back as it was' })).destinationWebhookUrl).toBe(
      'http://receiver.test.internal:9999/hook',
    );
    expect(asked).toEqual([]); // only what is new is looked up
    expect(
      violatedPaths(
        await post({ name: 'x', criteria: {}, destinationWebhookUrl: 'http://other.test.internal:9999/hook' }),
      ),
    ).toEqual(['destinationWebhookUrl']);
  });

  it('stay, are replaced by one of either channel, or cleared', async () => {
    const { id, eventDestinationId } = await created({ criteria: {}, destinationWebhookUrl: HOOK });
    const after = async (body: object) => {
      const answer = await changed(id, body);
      return [answer.destinationWebhookUrl, answer.destinationEmail];
    };
    expect(await after({ name: 'x' })).toEqual([HOOK, null]);
    expect(await after({ destinationEmail: null })).toEqual([HOOK, null]);
    expect((await get(id)).body.eventDestinationId).toBe(eventDestinationId);
    expect(await after({ destinationEmail: 'a@example.com' })).toEqual([null, 'a@example.com']);
    expect(await after({ destinationWebhookUrl: HOOK, destinationEmail: null })).toEqual([HOOK, null]);
    expect((await get(id)).body.eventDestinationId).toBe(eventDestinationId);
    expect(await after({ destinationWebhookUrl: null })).toEqual([null, null]);
    expect((await get(id)).body.eventDestinationId).toBeNull();
  });
});
