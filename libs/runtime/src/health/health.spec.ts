import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMetrics } from '../metrics/metrics.js';
import { freePort } from '../network/free-port.js';
import { startHealthServer } from './health-server.js';
import { Health } from './health.js';

describe('Health', () => {
  it('says what an operator should look at, and is ready all the same', async () => {
    const health = new Health()
      .watch('stages', () => 'nobody delivers')
      .watch('quiet', () => undefined)
      .watch('broken', () => {
        throw new Error('the database is away');
      });
    expect(await health.readiness()).toEqual({
      status: 'ready',
      reasons: [],
      warnings: [{ check: 'stages', reason: 'nobody delivers' }],
    });
    health.stop();
  });

  it('is ready while all checks pass', async () => {
    const health = new Health().add('database', () => Promise.resolve(1)).add('disk', () => true);
    expect(await health.readiness()).toEqual({ status: 'ready', reasons: [], warnings: [] });
  });

  it('names every failing check with its reason, also one that does not answer', async () => {
    const health = new Health(20)
      .add('database', () => Promise.reject(new Error('connection refused')))
      .add('index', () => new Promise(() => undefined))
      .add('thrower', () => {
        throw new AggregateError([new Error('a'), new Error('b')]);
      })
      .add('fine', () => undefined);
    expect(await health.readiness()).toEqual({
      status: 'not-ready',
      reasons: [
        { check: 'database', reason: 'connection refused' },
        { check: 'index', reason: 'No answer within 20 ms.' },
        { check: 'thrower', reason: 'a; b' },
      ],
      warnings: [],
    });
  });

  it('is not ready any more once it drains', async () => {
    const health = new Health();
    health.drain();
    expect(await health.readiness()).toEqual({
      status: 'not-ready',
      reasons: [{ check: 'shutdown', reason: 'The process is shutting down.' }],
      warnings: [],
    });
  });
});

describe('Health, asked again and again', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('checks in the background, once a second however often it is asked', async () => {
    let checks = 0;
    const health = new Health().add('database', () => (checks += 1));
    await Promise.all(Array.from({ length: 1_000 }, () => health.readiness()));
    expect(checks).toBe(1);
    await jest.advanceTimersByTimeAsync(10_000);
    for (let n = 0; n < 1_000; n += 1) await health.readiness();
    expect(checks).toBe(11);
    health.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(checks).toBe(11);
  });

  it('notices a failure with the next round, and its end sooner', async () => {
    let works = true;
    const health = new Health().add('database', () => {
      if (!works) throw new Error('gone');
    });
    const status = async () => (await health.readiness()).status;
    expect(await status()).toBe('ready');
    works = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await status()).toBe('not-ready');
    works = true;
    await jest.advanceTimersByTimeAsync(250);
    expect(await status()).toBe('ready');
  });

  it('never answers with what it found before it was suspended', async () => {
    let works = true;
    const health = new Health().add('database', () => {
      if (!works) throw new Error('gone');
    });
    await health.readiness();
    works = false;
    jest.setSystemTime(Date.now() + 60_000); // no timer ran meanwhile
    expect((await health.readiness()).status).toBe('not-ready');
  });

  it('answers from memory while a round hangs, and then says so', async () => {
    let hangs = false;
    const health = new Health().add('database', () => (hangs ? new Promise(() => undefined) : undefined));
    await health.readiness();
    hangs = true;
    await jest.advanceTimersByTimeAsync(1_500);
    expect((await health.readiness()).status).toBe('ready');
    await jest.advanceTimersByTimeAsync(1_500);
    expect((await health.readiness()).reasons).toEqual([{ check: 'database', reason: 'No answer within 2000 ms.' }]);
  });
});

describe('startHealthServer', () => {
  it('serves health and metrics, the latter for the token only', async () => {
    const health = new Health();
    const server = await startHealthServer({
      host: '127.0.0.1',
      port: await freePort(),
      health,
      metrics: createMetrics('worker'),
      metricsToken: 'right-token',
    });
    const get = (path: string, headers?: Record<string, string>) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health/ready')).status).toBe(200);
    expect((await get('/metrics')).status).toBe(401);
    expect((await get('/metrics', { authorization: 'Bearer wrong-token' })).status).toBe(401);
    const metrics = await get('/metrics', { authorization: 'Bearer right-token' });
    expect(metrics.status).toBe(200);
    health.drain();
    const notReady = await get('/health/ready');
    expect([notReady.status, await notReady.json()]).toEqual([
      503,
      { status: 'not-ready', reasons: [{ check: 'shutdown', reason: 'The process is shutting down.' }], warnings: [] },
    ]);
    expect((await get('/other')).status).toBe(404);
    await server.close();
  });

  it('shows the process’s figures', async () => {
    const server = await startHealthServer({
      host: '127.0.0.1',
      port: await freePort(),
      health: new Health(),
      metrics: createMetrics('worker'),
    });
    const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toMatch(/^process_cpu_user_seconds_total\{process="worker"\} \d/m);
    await server.close();
  });

  it('takes the next free port where its own is taken', async () => {
    const blocker = http.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const { port } = blocker.address() as AddressInfo;
    const server = await startHealthServer({
      host: '127.0.0.1',
      port,
      health: new Health(),
      metrics: createMetrics('worker'),
    });
    expect(server.port).toBeGreaterThan(port);
    expect((await fetch(`http://127.0.0.1:${server.port}/health/live`)).status).toBe(200);
    await server.close();
    blocker.close();
  });
});
