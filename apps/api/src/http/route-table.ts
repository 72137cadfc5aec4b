import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Remembers every route as it is registered, so that a 404 can be distinguished from a 405. */
@Injectable()
export class RouteTable {
  private readonly routes: { pattern: RegExp; methods: string[]; isLiteral: boolean }[] = [];

  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      this.routes.push({ pattern: patternOf(url), methods: [method].flat(), isLiteral: !/[:*]/.test(url) });
    });
  }

  /** Methods that this path answers, sorted; none when the path is unknown. */
  methodsOf(url: string): string[] {
    const path = url.split(/[?#]/, 1)[0]!.replace(/(?<=.)\/$/, '');
    const routes = this.routes.filter(({ pattern }) => pattern.test(path));
    // Where "/properties/count" is an address of its own, "/properties/:uuid" does not mean it.
    const meant = routes.some(({ isLiteral }) => isLiteral) ? routes.filter(({ isLiteral }) => isLiteral) : routes;
    return [...new Set(meant.flatMap(({ methods }) => methods))].sort();
  }
}

function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z]+/g, '[^/]+')
    .replace(/\\\*/g, '.*');
  return new RegExp(`^${source}$`);
}
