import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { invalid } from './problem.js';
import { takesQuery } from './read-query.js';
import { unknownKey } from './read-request.js';

/**
 * A route that takes no query parameters refuses all of them; one that takes some reads them with `ReadRequest`. Probes
 * may carry what they like.
 */
export class KnownQuery implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    refuseUnknownQuery(context.switchToHttp().getRequest<FastifyRequest>(), context.getHandler());
    return next.handle();
  }
}

/** @throws Problem where a route, by its handler, takes no query parameters and the request has some */
export function refuseUnknownQuery({ query, caller }: FastifyRequest, handler: object): void {
  const names = Object.keys(query as Record<string, unknown>);
  if (names.length > 0 && !takesQuery(handler) && caller !== undefined)
    throw invalid(names.map((name) => unknownKey(name, [], '')));
}
