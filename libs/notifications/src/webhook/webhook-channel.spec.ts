import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { rounds } from '@gable/domain/testing';
import { Webhook } from 'standardwebhooks';
import { readTestCertificate } from '../testing/certificate.js';
import { GOES_ON, OTHER_SIGNING_KEY, SIGNING_KEY, webhookMessage } from '../testing/messages.js';
import { startRawListener } from '../testing/raw-listener.js';
import { startCatcher, type WebhookCatcher } from '../testing/webhook-catcher.js';
import { WebhookChannel } from './webhook-channel.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
let channel: WebhookChannel;
const open: { close(): unknown }[] = [];
const keep = <T extends { close(): unknown }>(it: T): T => {
  open.push(it);
  return it;
};
const catcher = async (...args: Parameters<typeof startCatcher>): Promise<WebhookCatcher> =>
  keep(await startCatcher(...args));

beforeEach(() => {
  channel = keep(new WebhookChannel({ allowedNetworks: LOOPBACK }));
});
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

describe('a webhook', () => {
  it('arrives as the bytes that were signed, with these headers and no others', async () => {
    const receiver = await catcher();
    const message = webhookMessage(`${receiver.url}?from=gable&x=%20#part`);
    expect(await channel.send(message, GOES_ON)).toEqual({ kind: 'answered', status: 204 });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hooks?from=gable&x=%20' });
    expect(request!.body.equals(message.body)).toBe(true);
    expect(Object.keys(request!.headers).sort()).toEqual([
      'accept',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Gable-Webhooks/1.0',
      'webhook-id': message.webhookId,
    });
    expect(new Webhook(SIGNING_KEY).verify(request!.body, request!.headers)).toMatchObject({
      type: 'alert.price_changed',
      data: { revisionId: 2 },
    });
  });

  it('is signed with both keys while one replaces the other', async () => {
    const receiver = await catcher();
    await channel.send(webhookMessage(receiver.url, { signingKeys: [OTHER_SIGNING_KEY, SIGNING_KEY] }), GOES_ON);
    for (const key of [SIGNING_KEY, OTHER_SIGNING_KEY])
      expect(new Webhook(key).verify(receiver.requests[0]!.body, receiver.requests[0]!.headers)).toBeDefined();
  });

  it('is refused without a key: nobody could verify it', async () => {
    const receiver = await catcher();
    await expect(channel.send(webhookMessage(receiver.url, { signingKeys: [] }), GOES_ON)).rejects.toThrow(
      'signingKeys: expects at least one key; a webhook without a signature cannot be verified',
    );
    expect(receiver.requests).toEqual([]);
  });

  it.each(['nonsense', '10.0.0.1', '10.0.0.0/33', '', 5])('is not allowed into %p, which is no network', (network) => {
    expect(() => new WebhookChannel({ allowedNetworks: ['127.0.0.0/8', network as string] })).toThrow(
      `allowedNetworks: expects networks such as 127.0.0.0/8 and fd00::/8, got ${JSON.stringify(network)}`,
    );
  });

  it.each([200, 201, 202, 204, 299, 400, 404, 410, 429, 500, 503])('gives back the status %p', async (status) => {
    const receiver = await catcher((response) => response.writeHead(status).end());
    expect(await channel.send(webhookMessage(receiver.url), GOES_ON)).toEqual({ kind: 'answered', status });
  });

  it.each<[string, number, number, number]>([
    ['120', 429, 120_000, 120_000],
    [new Date(Date.now() + 90_000).toUTCString(), 503, 80_000, 91_000],
    ['0', 503, 0, 0],
  ])('gives back what Retry-After asks for: %s', async (header, status, least, most) => {
    const receiver = await catcher((response) => response.writeHead(status, { 'retry-after': header }).end());
    const result = await channel.send(webhookMessage(receiver.url), GOES_ON);
    expect(result).toMatchObject({ kind: 'answered', status });
    expect(result.retryAfterMs).toBeGreaterThanOrEqual(least);
    expect(result.retryAfterMs).toBeLessThanOrEqual(most);
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with status %p', async (status) => {
    const elsewhere = await catcher();
    const receiver = await catcher((response) => response.writeHead(status, { location: elsewhere.url }).end());
    expect(await channel.send(webhookMessage(receiver.url), GOES_ON)).toEqual({ kind: 'answered', status });
    expect([receiver.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });

  it('goes to the receiver, whatever proxies the environment names', async () => {
    const proxy = keep(await startRawListener('127.0.0.1'));
    const receiver = await catcher();
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names)
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`;
    try {
      const fresh = keep(new WebhookChannel({ allowedNetworks: LOOPBACK }));
      expect(await fresh.send(webhookMessage(receiver.url), GOES_ON)).toEqual({ kind: 'answered', status: 204 });
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect(proxy.connections()).toBe(0);
  });

  it('is broken off when its signal says so, before and in the midst', async () => {
    const stopped = new AbortController();
    const silent = keep(await startRawListener('127.0.0.1', (socket) => socket.once('data', () => stopped.abort())));
    const message = webhookMessage(`http://127.0.0.1:${silent.port}/`);
    expect(await channel.send(message, stopped.signal)).toEqual({ kind: 'failed', code: 'ABORTED' });
    expect(await channel.send(message, stopped.signal)).toEqual({ kind: 'failed', code: 'ABORTED' });
    expect(silent.connections()).toBe(1);
  });

  it('reuses connections, and never has more than four to one origin', async () => {
    let connections = 0;
    let most = 0;
    const receiver = keep(
      await startRawListener('127.0.0.1', (socket) => {
        most = Math.max(most, (connections += 1));
        socket.on('close', () => {
          connections -= 1;
        });
        // One 204 per request; a request of ours is one write of less than 64 kB.
        socket.on('data', (data) => {
          if (data.includes('POST ')) setTimeout(() => socket.write('HTTP/1.1 204 No Content\r\n\r\n'), 2);
        });
      }),
    );
    const results = await Promise.all(
      Array.from({ length: 200 }, () => channel.send(webhookMessage(`http://127.0.0.1:${receiver.port}/`), GOES_ON)),
    );
    expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
      new Set(['{"kind":"answered","status":204}']),
    );
    expect([most, receiver.connections()]).toEqual([4, 4]);
  });

  it('is sent thousands of times, a thousand at once, and an independent library verifies every one', async () => {
    const each = rounds(2, 10);
    const receivers = await Promise.all(Array.from({ length: 20 }, () => catcher()));
    const results: unknown[] = [];
    await Promise.all(
      Array.from({ length: 1_000 }, async (_, lane) => {
        for (let i = 0; i < each; i += 1)
          results.push(await channel.send(webhookMessage(receivers[(lane + i) % 20]!.url), GOES_ON));
      }),
    );
    expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
      new Set(['{"kind":"answered","status":204}']),
    );
    const requests = receivers.flatMap((receiver) => receiver.requests);
    for (const { body, headers } of requests) new Webhook(SIGNING_KEY).verify(body, headers);
    expect([results.length, new Set(requests.map(({ headers }) => headers['webhook-id'])).size]).toEqual([
      1_000 * each,
      1_000 * each,
    ]);
  });
});

describe('a webhook that cannot be sent says why', () => {
  it('the name is unknown', async () => {
    const nameless = keep(
      new WebhookChannel({ resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })) }),
    );
    expect(await nameless.send(webhookMessage('https://nowhere.example/'), GOES_ON)).toEqual({
      kind: 'failed',
      code: 'UNKNOWN_HOST',
    });
  });

  it('the name servers keep silent', async () => {
    const silent = keep(new WebhookChannel({ timeoutMs: 100, resolve: () => new Promise(() => undefined) }));
    expect(await silent.send(webhookMessage('https://slow.example/'), GOES_ON)).toEqual({
      kind: 'failed',
      code: 'TIMEOUT',
    });
  });

  it('nobody listens', async () => {
    const gone = await startRawListener('127.0.0.1');
    gone.close();
    expect(await channel.send(webhookMessage(`http://127.0.0.1:${gone.port}/`), GOES_ON)).toEqual({
      kind: 'failed',
      code: 'CONNECTION_REFUSED',
    });
  });

  it('the certificate is trusted by nobody', async () => {
    const server = keep(
      https.createServer(readTestCertificate(), (_, response) => response.end()).listen(0, '127.0.0.1'),
    );
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await channel.send(webhookMessage(`https://127.0.0.1:${port}/`), GOES_ON)).toEqual({
      kind: 'failed',
      code: 'TLS_FAILED',
    });
  });

  it('the server speaks no TLS', async () => {
    const plain = await catcher();
    expect(await channel.send(webhookMessage(plain.url.replace('http:', 'https:')), GOES_ON)).toEqual({
      kind: 'failed',
      code: 'TLS_FAILED',
    });
  });

  it('the server speaks TLS to a plain request', async () => {
    const server = keep(
      https.createServer(readTestCertificate(), (_, response) => response.end()).listen(0, '127.0.0.1'),
    );
    await once(server, 'listening');
    const result = await channel.send(
      webhookMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
      GOES_ON,
    );
    expect(['CONNECTION_RESET', 'MALFORMED_RESPONSE']).toContain(result.kind === 'failed' && result.code);
  });

  it('the channel was closed under it', async () => {
    let arrived!: () => void;
    const underWay = new Promise<void>((resolve) => (arrived = resolve));
    const silent = keep(await startRawListener('127.0.0.1', (socket) => socket.once('data', arrived)));
    const sending = channel.send(webhookMessage(`http://127.0.0.1:${silent.port}/`), GOES_ON);
    await underWay;
    await channel.close();
    expect(await sending).toEqual({ kind: 'failed', code: 'ABORTED' });
  });

  it('fails loudly with a signing key that was never valid, which is nobody’s trouble but ours', async () => {
    await expect(
      channel.send(webhookMessage('http://127.0.0.1:9/', { signingKeys: ['whsec_no base64'] }), GOES_ON),
    ).rejects.toThrow('A signing key has to be whsec_ and base64.');
  });

  it('tries the addresses of a name in turn', async () => {
    const receiver = await catcher(undefined, '127.0.0.1');
    const named = keep(
      new WebhookChannel({ allowedNetworks: LOOPBACK, resolve: () => Promise.resolve(['127.0.0.9', '127.0.0.1']) }),
    );
    expect(await named.send(webhookMessage(receiver.url.replace('127.0.0.1', 'receiver')), GOES_ON)).toEqual({
      kind: 'answered',
      status: 204,
    });
  });
});
