import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { takesFeeds } from './feed-bodies.js';
import { readJsonObject } from './json-body.js';
import { invalid } from './problem.js';
import { unknownKey } from './read-request.js';

/**
 * A route that takes no body refuses members of one: a test that names an address would go to that of the alert. An
 * empty object is none.
 */
export class KnownBody implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    refuseBodyOfRead(request);
    const { body, caller } = request;
    if (body instanceof Buffer && body.length > 0 && caller !== undefined && !takesBody(context, request)) {
      const names = Object.keys(readJsonObject(body));
      if (names.length > 0) throw invalid(names.map((name) => unknownKey(name, [], '')));
    }
    return next.handle();
  }
}

/**
 * What a read asks for stands in its address: criteria in the body of `GET /analytics/listings` would change nothing in
 * the figures. The server reads no such body, so that its length has to do. In chunks, as proxies send on what has no
 * body, it has none.
 *
 * @throws Problem where a GET or HEAD has a body that may say something
 */
export function refuseBodyOfRead({ method, headers, caller }: FastifyRequest): void {
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && caller !== undefined && Number(headers['content-length'] ?? 0) > LONGEST_OF_NOTHING)
    throw invalid([{ propertyPath: '', message: `takes no body; a ${method} states everything in its address` }]);
}

/** Bytes of `null`, which serializers write as they do `{}` and `[]` where there is nothing to say. */
const LONGEST_OF_NOTHING = 4;

/** Whether it is a feed, or a parameter of the handler is Nest's `@Body()`. */
function takesBody(context: ExecutionContext, request: FastifyRequest): boolean {
  if (takesFeeds(request)) return true;
  const { name } = context.getHandler();
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}
