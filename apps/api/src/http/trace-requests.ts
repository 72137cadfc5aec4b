import { tracing, type RequestSpan } from '@gable/runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * A span for each request, of the caller's trace where it sends a `traceparent`. Without the address: it may carry what
 * a caller looks for. No hooks while traces are off.
 */
export function traceRequests(fastify: FastifyInstance): void {
  const tracer = tracing();
  if (tracer === undefined) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const span = tracer.beginRequest(typeof traceparent === 'string' ? traceparent : undefined);
    if (span === undefined) return done();
    spans.set(request, span);
    span.run(done);
  });
  // What comes after the body was read runs for the socket, not for the request: it is entered once more.
  fastify.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'gable.request.id': request.id,
    };
    spans.get(request)?.end(`${request.method} ${route}`, attributes, reply.statusCode >= 500);
    done();
  });
}
