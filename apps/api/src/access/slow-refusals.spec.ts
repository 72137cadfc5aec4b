import fastify, { type FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { SlowRefusals } from './slow-refusals.js';

const FREE = 60;
let server: FastifyInstance;
let url: string;
let held: (() => void)[];

/** An API that answers with the status of its path, and knows addresses by a header. */
async function serve(perMinute: number, mostWaiting?: number): Promise<void> {
  held = [];
  server = fastify();
  const addresses = { networkOf: ({ headers }: { headers: Record<string, unknown> }) => String(headers.address) };
  const pause = () => new Promise<void>((resolve) => held.push(resolve));
  new SlowRefusals(perMinute, addresses, pause, mostWaiting).watch(server);
  server.get<{ Params: { status: string } }>('/:status', ({ params }, reply) =>
    reply.status(Number(params.status)).send(),
  );
  url = await server.listen({ host: '127.0.0.1', port: 0 });
}
afterEach(() => server.close());

const ask = async (status: number, address = 'rude') =>
  (await fetch(`${url}/${status}`, { headers: { address } })).status;

/** Refuses until one is held back, since a slow machine refills what is free; gives the answer of that one. */
async function refuseTooOften(): Promise<{ late: Promise<number> }> {
  for (let n = 0; n < 10 * FREE; n += 1) {
    const status = n % 2 === 0 ? 401 : 429;
    const late = ask(status);
    while (held.length === 0 && (await Promise.race([late, sleep(2)])) === undefined);
    if (held.length === 0) continue;
    expect(n).toBeGreaterThanOrEqual(FREE);
    return { late };
  }
  throw new Error('No refusal came late.');
}

it('answers an address late that was refused too often, and nobody and nothing else', async () => {
  await serve(FREE);
  const { late } = await refuseTooOften();
  let answered = false;
  void late.then(() => (answered = true));
  expect([await ask(200), await ask(404), await ask(503)]).toEqual([200, 404, 503]);
  expect(await ask(401, 'polite')).toBe(401);
  expect([held.length, answered]).toEqual([1, false]);
  held[0]!();
  expect([401, 429]).toContain(await late);
});

it('holds so many open at most', async () => {
  await serve(FREE, 1);
  const { late } = await refuseTooOften();
  for (let n = 0; n < 5; n += 1) expect(await ask(429)).toBe(429);
  expect(held).toHaveLength(1);
  held[0]!();
  await late;
});

it('is off where addresses may ask as often as they like', async () => {
  await serve(0);
  for (let n = 0; n < 2 * FREE; n += 1) expect(await ask(401)).toBe(401);
});
