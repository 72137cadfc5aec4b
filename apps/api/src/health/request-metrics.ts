import { Histogram, type Registry } from '@gable/runtime';
import type { FastifyInstance } from 'fastify';

/**
 * Measures every answer by route. All addresses that are no route share one label, or strangers could make up labels.
 */
export class RequestDurations {
  private readonly duration: Histogram<'method' | 'route' | 'status'>;
  /** As many as routes and statuses. Finding a series by its labels takes longer than counting in it. */
  private readonly series = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();

  constructor(registry: Registry) {
    this.duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers: [registry],
    });
  }

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
      this.observe(request.method, route, reply.statusCode, reply.elapsedTime);
      done();
    });
  }

  observe(method: string, route: string, status: number, ms: number): void {
    const name = `${method} ${status} ${route}`;
    let own = this.series.get(name);
    if (own === undefined) this.series.set(name, (own = this.duration.labels({ method, route, status })));
    own.observe(ms / 1_000);
  }
}
