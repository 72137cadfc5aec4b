import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Observable } from 'rxjs';
import { Problem } from './problem.js';

export const JSON_TYPE = 'application/json';
export const JSON_API_TYPE = 'application/vnd.api+json';
export const CSV_TYPE = 'text/csv';

declare module 'fastify' {
  interface FastifyRequest {
    /** The media type this answer will have. */
    answerType?: string;
  }
}

export const OFFERS = 'gable:offers';

/** Media types a route can answer, the preferred one first. Without it, JSON alone. Public routes are not asked. */
export const Offers = (...mediaTypes: string[]) => SetMetadata(OFFERS, mediaTypes);

/** The media type that was agreed on. */
export const MediaType = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().answerType,
);

/** Chooses the answer's form before the work is done: a caller who could not read it gets 406. */
@Injectable()
export class Negotiation implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const offered = this.reflector.get<string[] | undefined>(OFFERS, context.getHandler());
    negotiate(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), offered);
    return next.handle();
  }
}

/** Agrees with a caller on a media type of those that a route offers. @throws Problem not-acceptable */
export function negotiate(request: FastifyRequest, reply: FastifyReply, offered: readonly string[] = ONLY_JSON): void {
  if (request.caller === undefined) return; // a public route
  reply.header('vary', 'Accept');
  const chosen = mediaTypeFor(request.headers.accept, offered);
  if (chosen === undefined)
    throw new Problem('not-acceptable', `This address returns ${offered.join(' or ')}, which Accept does not allow.`);
  request.answerType = chosen;
  reply.type(`${chosen}${chosen === JSON_API_TYPE ? '' : '; charset=utf-8'}`);
}

/** What most callers send needs no reading. */
function mediaTypeFor(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept !== undefined && offered.includes(accept)) return accept;
  return chooseMediaType(accept, offered);
}

const ONLY_JSON = [JSON_TYPE];

/** An empty Accept counts as a missing one. Parameters other than q (a charset, a profile) are ignored. */
export function chooseMediaType(accept: string | undefined, offered: readonly string[]): string | undefined {
  const ranges = (accept?.trim() || '*/*').split(',').map((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim());
    return [type, ...parameters.filter((parameter) => /^q\s*=/i.test(parameter))].join(';');
  });
  return new Negotiator({ headers: { accept: ranges.join(',') } }).mediaType([...offered]);
}
