import { Histogram, type Registry } from '@gable/runtime';
import type { FastifyInstance } from 'fastify';

/**
 * Measures every answer by route. All addresses that are no route share one label, or strangers could make up labels.
 */
export function measureRequests(fastify: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  });
  // As many as routes and statuses. Finding a series by its labels takes longer than counting in it.
  const series = new Map<string, Histogram.Internal<string>>();
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const { method } = request;
    const status = reply.statusCode;
    const name = `${method} ${status} ${route}`;
    let own = series.get(name);
    if (own === undefined) series.set(name, (own = duration.labels({ method, route, status })));
    own.observe(reply.elapsedTime / 1_000);
    done();
  });
}
