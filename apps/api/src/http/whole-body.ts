import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { contentTooLarge } from './problem.js';

type Done = (error: Error | null, body?: Buffer) => void;

const NOTHING = Buffer.alloc(0);
const FIRST_CAPACITY = 4_096;

/**
 * Reads a body whole, as far as its route takes it. What comes is copied together at once: each chunk of HTTP is an
 * object of some 400 bytes, and a body may come in chunks of one byte.
 */
export function readWhole({ headers, routeOptions }: FastifyRequest, payload: Readable, done: Done): void {
  const { bodyLimit } = routeOptions;
  const announced = Number(headers['content-length'] ?? bodyLimit);
  if (announced > bodyLimit) return done(contentTooLarge());
  let body: Buffer = NOTHING;
  let length = 0;

  function take(chunk: Buffer): void {
    const needed = length + chunk.length;
    if (needed > bodyLimit) return end(contentTooLarge());
    if (needed > body.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(announced, Math.max(FIRST_CAPACITY, 2 * length))));
      body.copy(larger, 0, 0, length);
      body = larger;
    }
    chunk.copy(body, length);
    length = needed;
  }

  function end(error?: Error): void {
    payload.off('data', take).off('end', end).off('error', end);
    if (error === undefined) done(null, body.subarray(0, length));
    else done(error);
  }

  payload.on('data', take).on('end', end).on('error', end).resume();
}
