import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A webhook as it arrived: which receiver, the delivery's id, when (milliseconds since 1970). */
export type Arrival = readonly [place: number, deliveryId: string, at: number];

// Run as a process of its own, so that what receivers cost is not taken from who sends. The last receiver takes
// connections and never answers.
const ANSWER_AFTER_MS = 5;
let arrivals: Arrival[] = [];

const count = Number(process.argv[2]);
const ports = await Promise.all(Array.from({ length: count }, (_, place) => listen(place, place === count - 1)));
process.on('message', () => {
  process.send!({ arrivals });
  arrivals = [];
});
process.once('disconnect', () => process.exit());
process.send!({ ports });

async function listen(place: number, isDead: boolean): Promise<number> {
  const server = http.createServer((request, response) => {
    const at = Date.now();
    const { 'webhook-id': id, 'webhook-signature': signature } = request.headers;
    if (isDead || typeof id !== 'string' || !String(signature).startsWith('v1,')) return;
    request.resume().on('end', () => {
      arrivals.push([place, id.slice('msg_'.length), at]);
      void sleep(ANSWER_AFTER_MS).then(() => response.writeHead(204).end());
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  return (server.address() as AddressInfo).port;
}
