import type { FastifyInstance } from 'fastify';

/** Remembers every route as it is registered, so that a 404 can be told from a 405. */
export class RouteTable {
  private readonly routes: { pattern: RegExp; methods: string[] }[] = [];

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      this.routes.push({ pattern: patternOf(url), methods: [method].flat() });
    });
  }

  /** Methods that this path answers, sorted; none when the path is unknown. */
  methodsOf(url: string): string[] {
    const path = url.split(/[?#]/, 1)[0]!.replace(/(?<=.)\/$/, '');
    return [...new Set(this.routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].sort();
  }
}

function patternOf(url: string): RegExp {
  const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+').replace(/\\\*/g, '.*');
  return new RegExp(`^${source}$`);
}
