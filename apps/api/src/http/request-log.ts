import type { Logger } from '@gable/runtime';
import type { FastifyInstance } from 'fastify';

/** A line per answer for those who turn the log up to debug; the address is left out, for it may carry what a caller looks for. */
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
