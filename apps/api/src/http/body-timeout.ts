import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { takesFeeds } from './feed-bodies.js';
import { answerBrokenRequest } from './raw-problems.js';

const BODY_TIMEOUT_MS = 15_000;
/** How long the rest of a feed that was refused is read and thrown away, so that the client sees the answer. */
const LINGER_MS = 2_000;

/**
 * Bounds the time in which a body arrives, behind its headers. Node has one bound for all routes, and a feed takes as
 * long as it is large; its route looks after its own time.
 */
export function boundBodies(fastify: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request.raw) && !takesFeeds(request)) refuseAfter(timeoutMs, request.raw);
    done();
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.complete && takesFeeds(request)) endAfter(LINGER_MS, request.raw);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function refuseAfter(ms: number, request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) answerBrokenRequest(tooLate(), request.socket);
  }, ms).unref();
  request.once('close', () => clearTimeout(timer));
}

/** Made when it is needed: the stack of an error costs more than the rest of this file. */
const tooLate = () =>
  Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

function endAfter(ms: number, request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, ms);
  request.once('close', () => clearTimeout(timer));
}
