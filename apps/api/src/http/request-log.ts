import type { Logger } from '@gable/runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LoopDelay } from './loop-delay.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds until it had its slots and began its work. */
    waitedMs?: number;
  }
}

/**
 * Logs a line per answer at level debug, with where its time went. Without the address: it may carry what a caller
 * looks for.
 */
export function logRequests(fastify: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('debug')) return;
  const loop = new LoopDelay();
  const delayedBefore = new WeakMap<FastifyRequest, number>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    delayedBefore.set(request, loop.totalMs());
    done();
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const { id: requestId, method, caller, waitedMs = 0 } = request;
    log.debug(
      {
        requestId,
        method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        waitedMs: Math.round(waitedMs),
        loopDelayMs: Math.round(loop.totalMs() - (delayedBefore.get(request) ?? loop.totalMs())),
        accountId: caller?.accountId,
      },
      'answered',
    );
  });
}
