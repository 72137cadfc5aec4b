import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { QuotaExceeded } from '@gable/domain';
import { isTransient, wasCutOff } from '@gable/persistence';
import { LOG } from '@gable/platform';
import type { Logger } from '@gable/runtime';
import { SearchUnavailable } from '@gable/search';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { unsupportedType } from './feed-bodies.js';
import {
  CONTENT_TOO_LARGE,
  kindOfStatus,
  notFound,
  Problem,
  PROBLEM_KINDS,
  PROBLEM_MEDIA_TYPE,
  problemDocument,
  unavailable,
} from './problem.js';
import { RouteTable } from './route-table.js';

const CUT_OFF = 'This took too long and was stopped. Please ask for less, or try again shortly.';

/** The one place where an error becomes an answer. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    @Inject(LOG) private readonly logger: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent || isGone(request)) return;
    const problem = this.problemOf(error, request);
    this.record(problem, request);
    if (problem.kind === 'content-too-large') {
      void readToEnd(request).then(() => sendProblem(reply, problem, request.id));
    } else {
      sendProblem(reply, problem, request.id);
    }
  }

  private record(
    { kind, extras: { cause } }: Problem,
    { id: requestId, routeOptions: { url: route } }: FastifyRequest,
  ): void {
    if (kind === 'internal-error') this.logger.error({ err: cause, requestId, route }, 'request failed');
    if (kind === 'unavailable') this.logger.warn({ err: cause, requestId, route }, 'request could not be answered now');
  }

  private problemOf(error: unknown, request: FastifyRequest): Problem {
    if (error instanceof Problem && error.kind === 'unsupported-media-type' && request.is404)
      return this.nothingThere(notFound(), request); // what has no route has no media types either
    if (error instanceof Problem) return error.kind === 'not-found' ? this.nothingThere(error, request) : error;
    if (error instanceof QuotaExceeded) {
      const violations = [{ propertyPath: '', message: error.message, code: 'quota-exceeded' } as const];
      return new Problem('validation-failed', error.message, { violations });
    }
    if (error instanceof SearchUnavailable) {
      const detail = wasCutOff(error.cause) ? CUT_OFF : 'The search cannot answer right now. Please try again shortly.';
      return unavailable(detail, error.retryAfterSeconds, error);
    }
    if (wasCutOff(error)) return unavailable(CUT_OFF, 5, error);
    if (isTransient(error))
      return unavailable('The database cannot be reached right now. Please try again shortly.', 1, error);
    if (request.is404) return this.nothingThere(notFound(), request);
    if (error instanceof HttpException && error.getStatus() < 500) return problemOfFramework(error, request);
    return new Problem('internal-error', 'Something went wrong on our side. Quote the instance when you report it.', {
      cause: error,
    });
  }

  /** GET /properties/count reaches the route of `/properties/:uuid`, while the address answers POST alone: 405. */
  private nothingThere(error: Problem, request: FastifyRequest): Problem {
    const methods = this.routes.methodsOf(request.url);
    return methods.length === 0 || methods.includes(request.method) ? error : methodNotAllowed(request, methods);
  }
}

function methodNotAllowed({ method }: FastifyRequest, methods: readonly string[]): Problem {
  const allow = methods.join(', ');
  return new Problem('method-not-allowed', `${method} is not possible here; allowed: ${allow}.`, {
    headers: { allow },
  });
}

/** The caller hung up in the middle of sending. */
function isGone({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

export function sendProblem(reply: FastifyReply, problem: Problem, requestId: string): void {
  reply
    .code(PROBLEM_KINDS[problem.kind])
    .headers(problem.extras.headers ?? {})
    .type(PROBLEM_MEDIA_TYPE)
    .serializer(JSON.stringify)
    .send(problemDocument(problem, requestId));
}

function problemOfFramework(error: HttpException, request: FastifyRequest): Problem {
  const kind = kindOfStatus(error.getStatus());
  if (kind === 'unsupported-media-type') return unsupportedType(request);
  return new Problem(kind, kind === 'content-too-large' ? CONTENT_TOO_LARGE : error.message, { cause: error });
}

/**
 * Reads the rest of a body that is too large and throws it away, for a moment. A socket closed while the client still
 * sends is reset, and the client may never see the answer.
 */
async function readToEnd({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    raw
      .once('close', resolve)
      .once('end', resolve)
      .once('error', () => resolve())
      .once('end', () => clearTimeout(timer));
    raw.resume();
  });
}

const LINGER_MS = 2_000;
