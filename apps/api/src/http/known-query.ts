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
    const { query, caller } = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(query as Record<string, unknown>);
    if (names.length > 0 && !takesQuery(context.getHandler()) && caller !== undefined)
      throw invalid(names.map((name) => unknownKey(name, [], '')));
    return next.handle();
  }
}
