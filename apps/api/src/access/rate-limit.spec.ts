import type { FastifyReply } from 'fastify';
import { RateLimit } from './rate-limit.js';
import type { Standing } from './windows/key-window.js';

function setUp(perMinute: number, standing: Standing) {
  const asked: [string, number][] = [];
  const limit = new RateLimit(perMinute, {
    take: (key, most) => {
      asked.push([key, most]);
      return standing;
    },
  });
  const headers: Record<string, string>[] = [];
  const reply = { headers: (set: Record<string, string>) => headers.push(set) } as unknown as FastifyReply;
  const take = (said: number | null = null) =>
    limit.take('key', said, reply).then(
      () => 'admitted',
      (problem: { extras: { headers: Record<string, string> } }) => problem.extras.headers['retry-after'],
    );
  return { take, headers, asked };
}

it('says what a key may and what is left', async () => {
  const { take, headers } = setUp(2, { isAdmitted: true, remaining: 1, endsInMs: 49_500 });
  expect(await take()).toBe('admitted');
  expect(headers).toEqual([{ 'ratelimit-policy': '"per-minute";q=2;w=60', ratelimit: '"per-minute";r=1;t=50' }]);
});

it('says when to come back, a second from now at least', async () => {
  const { take, headers } = setUp(2, { isAdmitted: false, remaining: 0, endsInMs: 1 });
  expect(await take()).toBe('1');
  expect(headers[0]!.ratelimit).toBe('"per-minute";r=0;t=1');
});

it('takes what is said of the key before the setting', async () => {
  const { take, headers, asked } = setUp(600, { isAdmitted: true, remaining: 1, endsInMs: 1 });
  for (const said of [5, null, 0]) await take(said);
  expect(asked).toEqual([
    ['key', 5],
    ['key', 600],
  ]);
  expect(headers.map((each) => each['ratelimit-policy'])).toEqual(['"per-minute";q=5;w=60', '"per-minute";q=600;w=60']);
});

it('lets everything through without a limit, but for what is said of a key', async () => {
  const { take, asked } = setUp(0, { isAdmitted: false, remaining: 0, endsInMs: 1_000 });
  for (let n = 0; n < 1_000; n += 1) expect(await take()).toBe('admitted');
  expect(asked).toEqual([]);
  expect(await take(1)).toBe('1');
});
