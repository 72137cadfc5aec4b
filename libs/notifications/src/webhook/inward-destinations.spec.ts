import { INWARD_NAMES, inwardDestinations, malformedDestinations } from '../testing/inward-destinations.js';
import { seen } from '../testing/events-seen.js';
import { GOES_ON, webhookMessage } from '../testing/messages.js';
import { startRawListener, type RawListener } from '../testing/raw-listener.js';
import { startCatcher } from '../testing/webhook-catcher.js';
import type { ResolveHost } from '@gable/runtime';
import { WebhookChannel } from './webhook-channel.js';

const resolve: ResolveHost = (hostname) => {
  const addresses = INWARD_NAMES[hostname];
  return addresses === undefined
    ? Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }))
    : Promise.resolve(addresses);
};
/** One port on every address of this machine, each family counted on its own. */
let listeners: RawListener[];
let port: number;
const connections = (): number => listeners.reduce((sum, listener) => sum + listener.connections(), 0);
const open: { close(): unknown }[] = [];
const channelThat = (options: ConstructorParameters<typeof WebhookChannel>[0]): WebhookChannel => {
  const channel = new WebhookChannel({ resolve, ...options });
  open.push(channel);
  return channel;
};

beforeEach(async () => {
  const ipv4 = await startRawListener('0.0.0.0');
  port = ipv4.port;
  listeners = [ipv4, await startRawListener('::', undefined, port)];
  open.push(...listeners);
});
afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

describe('a destination that leads inwards', () => {
  it('is refused for its address, and no connection is made, in any of over 400 spellings', async () => {
    const channel = channelThat({});
    const destinations = inwardDestinations(port);
    const results = await Promise.all(
      destinations.map(async ({ url }) => ({ url, result: await channel.send(webhookMessage(url), GOES_ON) })),
    );
    expect(results.filter(({ result }) => result.kind !== 'failed' || result.code !== 'FORBIDDEN_ADDRESS')).toEqual([]);
    expect(new Set(destinations.map(({ url }) => url)).size).toBeGreaterThan(400);
    expect(connections()).toBe(0);
  });

  it('would be connected to without the guard', async () => {
    const channel = channelThat({ allowedNetworks: ['0.0.0.0/0', '::/0'] });
    const loopback = inwardDestinations(port).filter(({ reachesLoopback }) => reachesLoopback);
    expect(loopback.length).toBeGreaterThan(60);
    for (const { url } of loopback) {
      const before = connections();
      await channel.send(webhookMessage(url), GOES_ON);
      expect({ url, connects: connections() > before }).toEqual({ url, connects: true });
    }
  });

  it('is refused for its spelling before any name is looked up', async () => {
    let lookups = 0;
    const channel = channelThat({
      allowedNetworks: ['0.0.0.0/0', '::/0'],
      resolve: (hostname) => {
        lookups += 1;
        return resolve(hostname);
      },
    });
    const results = await Promise.all(
      malformedDestinations(port).map(async (url) => ({
        url,
        result: await channel.send(webhookMessage(url), GOES_ON),
      })),
    );
    expect(results.length).toBeGreaterThanOrEqual(40);
    expect(results.filter(({ result }) => result.kind !== 'failed' || result.code !== 'INVALID_URL')).toEqual([]);
    expect([lookups, connections()]).toEqual([0, 0]);
  });

  it.each([
    'http://public.example/',
    'https://public.example:22/',
    'https://public.example:25/',
    'https://public.example:6379/',
    'https://public.example:9200/',
    'https://public/',
    'https://public.internal/',
  ])('is refused for its scheme, port or name: %s', async (url) => {
    const channel = channelThat({ resolve: () => Promise.resolve(['198.41.0.4']) });
    expect(await channel.send(webhookMessage(url), GOES_ON)).toEqual({ kind: 'failed', code: 'INVALID_URL' });
  });

  it('is refused when a name changes its mind, for the connection that would follow', async () => {
    const receiver = await startCatcher(
      (response) => response.writeHead(204, { connection: 'close' }).end(),
      '127.0.0.2',
    );
    open.push(receiver);
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1']];
    const asked: string[] = [];
    const channel = channelThat({
      allowedNetworks: ['127.0.0.2/32'],
      resolve: (hostname) => {
        asked.push(hostname);
        return Promise.resolve(answers[asked.length - 1]!);
      },
    });
    const target = receiver.url.replace('127.0.0.2', 'rebinding.example');
    const inner = await startRawListener('127.0.0.1', undefined, Number(new URL(target).port));
    open.push(inner);
    const results = [];
    for (let i = 0; i < 3; i += 1) {
      results.push(await channel.send(webhookMessage(target), GOES_ON));
      await seen();
    }
    expect(results).toEqual([
      { kind: 'answered', status: 204 },
      { kind: 'failed', code: 'FORBIDDEN_ADDRESS' },
      { kind: 'failed', code: 'FORBIDDEN_ADDRESS' },
    ]);
    // One question per connection: what was checked is what is connected to.
    expect([asked.length, receiver.requests.length, inner.connections()]).toEqual([3, 1, 0]);
  });

  it.each([301, 302, 303, 307, 308])(
    'is not reached by a redirect with status %p, nor by what else an answer may name',
    async (status) => {
      const inner = `http://127.0.0.1:${port}/`;
      const receiver = await startCatcher(
        (response) =>
          response
            .writeHead(status, {
              location: inner,
              refresh: `0; url=${inner}`,
              link: `<${inner}>; rel=preload`,
              'alt-svc': `h2="127.0.0.1:${port}"`,
            })
            .end(),
        '127.0.0.2',
      );
      open.push(receiver);
      const channel = channelThat({ allowedNetworks: ['127.0.0.2/32'] });
      expect(await channel.send(webhookMessage(receiver.url), GOES_ON)).toEqual({ kind: 'answered', status });
      expect([receiver.requests.length, connections()]).toEqual([1, 0]);
    },
  );

  it('is not reached in a network that the operator closes, though it lies in one that is allowed', async () => {
    const channel = channelThat({ allowedNetworks: ['127.0.0.0/8'], deniedNetworks: ['127.0.0.1/32'] });
    for (const host of ['127.0.0.1', 'inward.example', '[::ffff:127.0.0.1]'])
      expect(await channel.send(webhookMessage(`http://${host}:${port}/`), GOES_ON)).toEqual({
        kind: 'failed',
        code: 'FORBIDDEN_ADDRESS',
      });
    expect(connections()).toBe(0);
  });

  it('is reached where the operator allows its network, by literal and by name', async () => {
    const channel = channelThat({ allowedNetworks: ['127.0.0.0/8'] });
    await channel.send(webhookMessage(`http://127.0.0.1:${port}/`), GOES_ON);
    await channel.send(webhookMessage(`http://inward.example:${port}/`), GOES_ON);
    expect(connections()).toBe(2);
    expect(await channel.send(webhookMessage(`http://[::1]:${port}/`), GOES_ON)).toEqual({
      kind: 'failed',
      code: 'FORBIDDEN_ADDRESS',
    });
  });
});
