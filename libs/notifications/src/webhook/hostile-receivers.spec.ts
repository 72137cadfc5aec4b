import type { AttemptResult } from '../channel.js';
import { HOSTILE_RECEIVERS } from '../testing/hostile-receivers.js';
import { seen } from '../testing/events-seen.js';
import { GOES_ON, webhookMessage } from '../testing/messages.js';
import { startRawListener } from '../testing/raw-listener.js';
import { startCatcher } from '../testing/webhook-catcher.js';
import { WebhookChannel } from './webhook-channel.js';

const allowedNetworks = ['127.0.0.0/8'];
/** Far from the 15 s that nothing here should take, and as far from what a busy machine may add. */
const SOON = 8_000;
const open: { close(): unknown }[] = [];
const keep = <T extends { close(): unknown }>(it: T): T => {
  open.push(it);
  return it;
};
const ALL_BUT_TIMEOUTS = [
  ...(['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
];
const mebibytes = (bytes: number): number => bytes / 1_048_576;

afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

describe('a receiver that', () => {
  it.each(HOSTILE_RECEIVERS)('$does, costs one attempt, its own time and little memory', async ({ serve, result }) => {
    const receiver = keep(await startRawListener('127.0.0.1', serve));
    const channel = keep(
      new WebhookChannel({
        allowedNetworks,
        timeoutMs: result.kind === 'failed' && result.code === 'TIMEOUT' ? 500 : undefined,
      }),
    );
    const message = webhookMessage(`http://127.0.0.1:${receiver.port}/`);
    const before = process.memoryUsage().rss;
    const startedAt = Date.now();
    expect(await channel.send(message, GOES_ON)).toEqual(result);
    expect(Date.now() - startedAt).toBeLessThan(SOON);
    // What is left of the answer is dropped after the attempt, for a second at most.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(mebibytes(process.memoryUsage().rss - before)).toBeLessThan(50);
    // Undici connects anew after an attempt that was broken off, and sends nothing over that connection.
    expect(receiver.connections()).toBeLessThanOrEqual(2);
  });

  it('answers too late, is not sent the same attempt again', async () => {
    const received: string[] = [];
    const receiver = keep(
      await startRawListener(
        '127.0.0.1',
        (socket) => void socket.on('data', (data) => received.push(data.toString('latin1'))),
      ),
    );
    const channel = keep(new WebhookChannel({ allowedNetworks, timeoutMs: 1_000 }));
    const results = await Promise.all(
      Array.from({ length: 4 }, () => channel.send(webhookMessage(`http://127.0.0.1:${receiver.port}/`), GOES_ON)),
    );
    expect(results).toEqual(Array.from({ length: 4 }, () => ({ kind: 'failed', code: 'TIMEOUT' })));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const times = received.join('').match(/POST \/ HTTP/g)?.length ?? 0;
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThanOrEqual(4);
  });

  it('is any of these holds up no other, keeps no connection, and a hundred attempts at all of them grow by less than 50 MB', async () => {
    const channel = keep(new WebhookChannel({ allowedNetworks }));
    const stopped = new AbortController();
    const receivers = await Promise.all(
      HOSTILE_RECEIVERS.map(async ({ serve }) => keep(await startRawListener('127.0.0.1', serve))),
    );
    const good = keep(await startCatcher());
    const before = process.memoryUsage();
    const bad = Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        channel.send(webhookMessage(`http://127.0.0.1:${receivers[i % receivers.length]!.port}/`), stopped.signal),
      ),
    );
    expect(await channel.send(webhookMessage(good.url), GOES_ON)).toEqual({ kind: 'answered', status: 204 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    stopped.abort();
    expect(await bad).toHaveLength(100);
    // Nothing of them is held on to, however much more they would send. (One never reads, and so never sees an end.)
    const until = Date.now() + SOON;
    const stillOpen = (): string[] =>
      HOSTILE_RECEIVERS.flatMap(({ does }, i) => (i > 0 && receivers[i]!.open() > 0 ? [does] : []));
    while (stillOpen().length > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(stillOpen()).toEqual([]);
    const after = process.memoryUsage();
    expect(mebibytes(after.heapUsed + after.external - before.heapUsed - before.external)).toBeLessThan(50);
  });

  it('closes each connection after its answer without a word, is sent to again', async () => {
    const receiver = keep(
      await startRawListener('127.0.0.1', (socket) => {
        socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
      }),
    );
    const channel = keep(new WebhookChannel({ allowedNetworks }));
    for (let i = 0; i < 20; i += 1) {
      expect(await channel.send(webhookMessage(`http://127.0.0.1:${receiver.port}/`), GOES_ON)).toEqual({
        kind: 'answered',
        status: 204,
      });
      await seen();
    }
    expect(receiver.connections()).toBe(20);
  });

  it('sends a redirect at each step of a chain, is asked once', async () => {
    const receiver = keep(
      await startCatcher((response, { path }) => response.writeHead(302, { location: `${path}x` }).end()),
    );
    const channel = keep(new WebhookChannel({ allowedNetworks }));
    expect(await channel.send(webhookMessage(receiver.url), GOES_ON)).toEqual({ kind: 'answered', status: 302 });
    expect(receiver.requests).toHaveLength(1);
  });

  it('keeps all its connections waiting, fails those behind them in time too', async () => {
    const receiver = keep(await startRawListener('127.0.0.1', (socket) => void socket.resume()));
    const channel = keep(new WebhookChannel({ allowedNetworks, timeoutMs: 300 }));
    const startedAt = Date.now();
    const results = await Promise.all(
      Array.from({ length: 50 }, () => channel.send(webhookMessage(`http://127.0.0.1:${receiver.port}/`), GOES_ON)),
    );
    expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
      new Set(['{"kind":"failed","code":"TIMEOUT"}']),
    );
    expect(Date.now() - startedAt).toBeLessThan(SOON);
  });

  it('never answers, costs 15 seconds where nothing else is set', async () => {
    let arrived = 0;
    const silent = keep(
      await startRawListener('127.0.0.1', (socket) => void socket.once('data', () => (arrived += 1)).resume()),
    );
    const dripping = keep(
      await startRawListener('127.0.0.1', (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ');
        const timer = setInterval(() => socket.write('a'), 1);
        socket.on('close', () => clearInterval(timer));
        socket.once('data', () => (arrived += 1)).resume();
      }),
    );
    const channel = keep(new WebhookChannel({ allowedNetworks }));
    jest.useFakeTimers({ doNotFake: ALL_BUT_TIMEOUTS });
    try {
      const results: AttemptResult[] = [];
      const sending = [silent, dripping].map(async ({ port }) => {
        results.push(await channel.send(webhookMessage(`http://127.0.0.1:${port}/`), GOES_ON));
      });
      while (arrived < 2) await seen();
      jest.advanceTimersByTime(14_999);
      await seen();
      expect(results).toEqual([]);
      jest.advanceTimersByTime(1);
      await Promise.all(sending);
      expect(results).toEqual(Array.from({ length: 2 }, () => ({ kind: 'failed', code: 'TIMEOUT' })));
    } finally {
      jest.useRealTimers();
    }
  });
});
