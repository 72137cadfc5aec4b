import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.js';

/** The major version that unversioned paths stand for. */
export const API_VERSION = '1';

/** Headers of every answer of the framework and before it. */
export const commonHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'api-version': API_VERSION,
  'cache-control': 'no-store',
});

/** Headers of every answer, and the one header every request must have, once (RFC 9112 §3.2). */
export function markAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders(request.id));
    const hosts = hostLines(request.raw);
    if (hosts > 1) return done(new Problem('malformed-request', 'The header Host stands there more than once.'));
    const isHostless = request.raw.httpVersion === '1.1' && hosts === 0;
    done(isHostless ? new Problem('malformed-request', 'The header Host is missing.') : undefined);
  });
  // Fastify adds a charset to every type with "json" in its name; JSON:API and problem documents know no such
  // parameter. And what has no body has no type: clients that go by it would read JSON from nothing.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type');
    if (reply.statusCode === 204 || reply.statusCode === 301) reply.removeHeader('content-type');
    else if (typeof type === 'string' && type.includes('+json;'))
      reply.header('content-type', type.slice(0, type.indexOf(';')));
    done(null, payload);
  });
}

/** Lines of the header Host. Node shows the first alone, where a proxy may go by another. */
export function hostLines({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') lines += 1;
  return lines;
}
