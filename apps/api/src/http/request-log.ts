import type { Logger } from '@gable/runtime';
import type { FastifyInstance } from 'fastify';

/** Logs a line per answer at level debug. Without the address: it may carry what a caller looks for. */
export function logRequests(fastify: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('debug')) return;
  fastify.addHook('onResponse', async (request, reply) => {
    const { id: requestId, method, caller } = request;
    log.debug(
      {
        requestId,
        method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        accountId: caller?.accountId,
      },
      'answered',
    );
  });
}
