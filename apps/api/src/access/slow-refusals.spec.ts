import fastify, { type FastifyInstance } from 'fastify';
import { setImmediate as turn } from 'node:timers/promises';
import { SlowRefusals } from './slow-refusals.js';

const FREE = 60;
let server: FastifyInstance;
let held: (() => void)[];

/** An API that answers with the status of its path, and knows addresses by a header. */
function serve(perMinute: number, mostWaiting?: number): void {
  held = [];
  server = fastify();
  const addresses = { networkOf: ({ headers }: { headers: Record<string, unknown> }) => String(headers.from) };
  const pause = () => new Promise<void>((resolve) => held.push(resolve));
  new SlowRefusals(perMinute, addresses, pause, mostWaiting).watch(server);
  server.get('/:status', (request, reply) =>
    reply.status(Number((request.params as { status: string }).status)).send(),
  );
}
afterEach(() => server.close());

const ask = async (status: number, from = 'rude') =>
  (await server.inject({ url: `/${status}`, headers: { from } })).statusCode;

async function refuseOften(): Promise<void> {
  for (let n = 0; n < FREE; n += 1) expect(await ask(n % 2 === 0 ? 401 : 429)).toBe(n % 2 === 0 ? 401 : 429);
}

it('answers an address late that was refused too often, and nobody and nothing else', async () => {
  serve(FREE);
  await refuseOften();
  let late: number | undefined;
  const refused = ask(401).then((status) => (late = status));
  expect([await ask(200), await ask(404), await ask(503)]).toEqual([200, 404, 503]);
  expect(await ask(401, 'polite')).toBe(401);
  expect([held.length, late]).toEqual([1, undefined]);
  held[0]!();
  expect(await refused).toBe(401);
});

it('holds so many open at most', async () => {
  serve(FREE, 1);
  await refuseOften();
  const refused = ask(429);
  while (held.length === 0) await turn();
  expect(await ask(429)).toBe(429);
  held[0]!();
  expect(await refused).toBe(429);
});

it('is off where addresses may ask as often as they like', async () => {
  serve(0);
  for (let n = 0; n < 2 * FREE; n += 1) expect(await ask(401)).toBe(401);
});
