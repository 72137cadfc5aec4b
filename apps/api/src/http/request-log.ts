import { StatementTimes } from '@gable/persistence';
import type { Logger } from '@gable/runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LoopDelay } from './loop-delay.js';
import { processorWaitMs } from './processor-wait.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds until it had its slots and began its work. */
    waitedMs?: number;
  }
}

/** What stood when a request arrived. */
interface Before {
  readonly loopDelayMs: number;
  readonly processorWaitMs: number;
  readonly statements: StatementTimes;
}

/**
 * Logs a line per answer at level debug, with where its time went. Without the address: it may carry what a caller
 * looks for.
 */
export function logRequests(fastify: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('debug')) return;
  const loop = new LoopDelay();
  const look = () => ({ loopDelayMs: loop.totalMs(), processorWaitMs: processorWaitMs() });
  const arrivals = new WeakMap<FastifyRequest, Before>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    arrivals.set(request, { ...look(), statements: new StatementTimes() });
    done();
  });
  // Behind the parser of bodies, whose events would forget whose they are.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const { statements = new StatementTimes() } = arrivals.get(request) ?? {};
    statements.measure(done);
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const { id: requestId, method, caller, waitedMs = 0 } = request;
    const now = look();
    const { statements, ...before } = arrivals.get(request) ?? { ...now, statements: new StatementTimes() };
    log.debug(
      {
        requestId,
        method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        waitedMs: Math.round(waitedMs),
        connectionMs: Math.round(statements.connecting.totalMs),
        databaseMs: Math.round(statements.connected.totalMs),
        loopDelayMs: Math.round(now.loopDelayMs - before.loopDelayMs),
        processorWaitMs: Math.round(now.processorWaitMs - before.processorWaitMs),
        accountId: caller?.accountId,
      },
      'answered',
    );
  });
}
