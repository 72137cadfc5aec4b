import type { FastifyReply } from 'fastify';
import { RateLimit } from './rate-limit.js';

function setUp(perMinute: number) {
  const limit = new RateLimit(perMinute);
  const headers: Record<string, string>[] = [];
  const reply = { headers: (set: Record<string, string>) => headers.push(set) } as unknown as FastifyReply;
  const take = (key = 'key') =>
    limit.take(key, reply).then(
      () => 'admitted',
      (problem: { extras: { headers: Record<string, string> } }) => problem.extras.headers['retry-after'],
    );
  return { take, headers };
}

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

it('admits the limit in the minute that begins with the first request, then again', async () => {
  const { take } = setUp(2);
  expect(await take()).toBe('admitted');
  jest.advanceTimersByTime(59_000);
  expect([await take(), await take()]).toEqual(['admitted', '1']);
  jest.advanceTimersByTime(999);
  expect(await take()).toBe('1');
  jest.advanceTimersByTime(1);
  expect([await take(), await take(), await take()]).toEqual(['admitted', 'admitted', '60']);
});

it('counts each key for itself and says what is left', async () => {
  const { take, headers } = setUp(2);
  await take('a');
  jest.advanceTimersByTime(10_500);
  await take('b');
  await take('a');
  await take('a');
  expect(headers.map(({ ratelimit }) => ratelimit)).toEqual([
    '"per-minute";r=1;t=60',
    '"per-minute";r=1;t=60',
    '"per-minute";r=0;t=50',
    '"per-minute";r=0;t=50',
  ]);
  expect(headers[0]!['ratelimit-policy']).toBe('"per-minute";q=2;w=60');
});

it('lets everything through without a limit', async () => {
  const { take, headers } = setUp(0);
  for (let n = 0; n < 1_000; n += 1) expect(await take()).toBe('admitted');
  expect(headers).toEqual([]);
});
