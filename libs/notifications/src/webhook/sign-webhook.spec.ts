import { Webhook } from 'standardwebhooks';
import { OTHER_SIGNING_KEY, SIGNING_KEY } from '../testing/messages.js';
import { signWebhook } from './sign-webhook.js';

const content = { webhookId: 'msg_1', timestamp: new Date(), body: Buffer.from('{"name":"Croix-Rousse – 3 pièces"}') };
const verifies = (key: string, body: Buffer, headers: object): boolean => {
  try {
    new Webhook(key).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
};

describe('signWebhook', () => {
  it('gives the signature that the standard’s own example has', () => {
    const body = Buffer.from('{"test": 2432232314}');
    expect(
      signWebhook({ webhookId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: new Date(1_614_265_330_000), body }, [
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      ]),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is verified by an independent library, with the key alone that signed', () => {
    const headers = signWebhook(content, [SIGNING_KEY]);
    expect([verifies(SIGNING_KEY, content.body, headers), verifies(OTHER_SIGNING_KEY, content.body, headers)]).toEqual([
      true,
      false,
    ]);
  });

  it('is verified with either key while one replaces the other', () => {
    const headers = signWebhook(content, [OTHER_SIGNING_KEY, SIGNING_KEY]);
    expect([verifies(SIGNING_KEY, content.body, headers), verifies(OTHER_SIGNING_KEY, content.body, headers)]).toEqual([
      true,
      true,
    ]);
  });

  it('covers the body, the id and the time', () => {
    const headers = signWebhook(content, [SIGNING_KEY]);
    expect(verifies(SIGNING_KEY, Buffer.concat([content.body, Buffer.from(' ')]), headers)).toBe(false);
    expect(verifies(SIGNING_KEY, content.body, { ...headers, 'webhook-id': 'msg_2' })).toBe(false);
    expect(
      verifies(SIGNING_KEY, content.body, {
        ...headers,
        'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1),
      }),
    ).toBe(false);
  });

  it.each(['a plain key of the owner', 'clé à molette ébréchée', SIGNING_KEY.slice(6)])(
    'signs with the bytes of a key that does not begin with whsec_: %j',
    (key) => {
      const headers = signWebhook(content, [key]);
      expect(verifies(`whsec_${Buffer.from(key).toString('base64')}`, content.body, headers)).toBe(true);
    },
  );

  it.each(['whsec_', 'whsec_not base64'])('fails loudly with a key that was never valid: %j', (key) => {
    expect(() => signWebhook(content, [key])).toThrow('A signing key has to be whsec_ and base64.');
  });
});
