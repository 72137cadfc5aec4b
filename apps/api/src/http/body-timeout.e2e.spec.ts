import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { boundBodies } from './body-timeout.js';

let hasty: FastifyInstance;
let patient: FastifyInstance;

beforeAll(async () => {
  [hasty, patient] = [await start(200), await start(60_000)];
});
afterAll(() => Promise.all([hasty.close(), patient.close()]));

async function start(timeoutMs: number): Promise<FastifyInstance> {
  const server = fastify();
  boundBodies(server, timeoutMs);
  server.post('/short', (request) => request.body);
  server.post('/long', { config: { takesFeeds: true } }, (request) => request.body);
  await server.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

/** Sends the head and the first half of a body, and the rest once that much time has passed. */
async function send(to: FastifyInstance, address: string, restAfterMs: number | null): Promise<string> {
  const socket = net.connect((to.server.address() as AddressInfo).port, '127.0.0.1');
  const head = `POST ${address} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  socket.write(`${head}Content-Length: 8\r\n\r\n{"a"`);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (restAfterMs !== null) setTimeout(() => socket.write(':1 }'), restAfterMs);
  await ended;
  return received;
}

it('answers 408 where a body does not arrive, unless it is a feed', async () => {
  const [late, fast, feed] = await Promise.all([
    send(hasty, '/short', null),
    send(patient, '/short', 10),
    send(hasty, '/long', 600),
  ]);
  expect(late).toMatch(/^HTTP\/1\.1 408 /);
  expect(late).toContain('urn:gable:problem:request-timeout');
  expect(fast).toMatch(/^HTTP\/1\.1 200 /);
  expect(feed).toMatch(/^HTTP\/1\.1 200 /);
});
