import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/**
 * Puts the headers of helmet on the answers of all routes, refusals too. They are the same for all, so helmet is asked
 * once: asked for each request, it takes as long as the rest of a short answer. A page of ours loads nothing from
 * elsewhere; styles stand inside the documentation page. That browsers come by https is said for this host alone: what
 * else the operator has below its name is not ours to bind for a year.
 */
export function secureAnswers(fastify: FastifyInstance): void {
  const headers = securityHeaders();
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

export function securityHeaders(): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const directives = { styleSrc: ["'self'", "'unsafe-inline'"], upgradeInsecureRequests: null };
  const strictTransportSecurity = { includeSubDomains: false };
  helmet({ contentSecurityPolicy: { directives }, strictTransportSecurity })(response.req, response, (failure) => {
    if (failure !== undefined) throw failure as Error;
  });
  return response.getHeaders() as Record<string, string>;
}
