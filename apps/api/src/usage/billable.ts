import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { RouteType } from '@gable/persistence/usage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tap, type Observable } from 'rxjs';
import type { UsageMeter } from './usage-meter.js';

/** What a route that is billed declares of itself. */
export interface Billing {
  readonly routeType: RouteType;
  readonly resultsOf: (answer: never) => number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request costs once it is answered with 2xx. */
    billing?: { readonly routeType: RouteType; readonly results: number };
  }
}

export const BILLING = 'gable:billing';

/** A route whose 2xx answers are usage. `resultsOf` counts the items or groups of an answer: 1 for a single read. */
export const Billable = <Answer>(routeType: RouteType, resultsOf: (answer: Answer) => number) =>
  applyDecorators(SetMetadata(BILLING, { routeType, resultsOf } satisfies Billing), UseInterceptors(NoteResults));

/** Notes how many results the handler gave; whether they count is known when the answer has left. */
@Injectable()
class NoteResults implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler<never>): Observable<unknown> {
    const { routeType, resultsOf } = this.reflector.get<Billing>(BILLING, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(tap((answer) => noteResults(request, { routeType, resultsOf }, answer)));
  }
}

/** Notes what the answer of a route costs; an answer without a body costs nothing. */
export function noteResults(request: FastifyRequest, { routeType, resultsOf }: Billing, answer: unknown): void {
  if (answer !== undefined) request.billing = { routeType, results: resultsOf(answer as never) };
}

/** Counts answers that were handed to the network as a whole: one that was cut off is not billed. */
export function countUsage(fastify: FastifyInstance, meter: Pick<UsageMeter, 'count'>): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { billing, caller, method, routeOptions } = request;
    const isAnswered = reply.statusCode >= 200 && reply.statusCode <= 299 && reply.raw.writableFinished;
    if (billing !== undefined && caller !== undefined && isAnswered)
      meter.count({
        apiKeyUuid: caller.apiKeyUuid,
        route: `${method} ${patternOf(routeOptions.url ?? '')}`,
        ...billing,
        // The answer of a GET without its items.
        ...(method === 'HEAD' && { results: 0 }),
      });
    done();
  });
}

const patterns = new Map<string, string>();

/** `/properties/:uuid` as the documentation writes it: `/properties/{uuid}`. There are as many as routes. */
function patternOf(url: string): string {
  let pattern = patterns.get(url);
  if (pattern === undefined) patterns.set(url, (pattern = url.replace(/:(\w+)/g, '{$1}')));
  return pattern;
}
