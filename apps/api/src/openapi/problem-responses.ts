import type { OpenAPIObject } from '@nestjs/swagger';
import { IDEMPOTENCY_HEADER } from '../http/idempotency.js';
import { PROBLEM_KINDS, PROBLEM_MEDIA_TYPE, problemDocument, Problem, type ProblemKind } from '../http/problem.js';
import { ref } from './schema.js';

interface Operation {
  parameters?: { in: string; name?: string }[];
  requestBody?: object;
  security?: object[];
  responses: Record<string, object>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Writes to every operation the errors that its form allows: a route with a body may refuse it, one with a path may
 * find nothing, and so on.
 */
export function addProblemResponses(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      for (const kind of problemsOf(operation, method === 'post' || operation.requestBody !== undefined))
        addResponse(operation.responses, kind);
    }
  }
}

/**
 * Beside a page that the route itself may answer with this status: what never reaches the route is a problem document
 * everywhere.
 */
function addResponse(responses: Operation['responses'], kind: ProblemKind): void {
  const own = responses[PROBLEM_KINDS[kind]] as { content?: object } | undefined;
  const general = problemResponse(kind);
  responses[PROBLEM_KINDS[kind]] =
    own === undefined ? general : { ...own, content: { ...general.content, ...own.content } };
}

/** A body that a POST has no use for is read all the same, and may be refused. */
function problemsOf({ security, parameters = [] }: Operation, takesBody: boolean): ProblemKind[] {
  const keyed = security !== undefined && security.length > 0;
  return [
    'not-found',
    'too-many-requests',
    'headers-too-large',
    'internal-error',
    ...(keyed ? (['unauthorized', 'forbidden', 'not-acceptable', 'validation-failed', 'unavailable'] as const) : []),
    ...(takesBody
      ? (['malformed-request', 'request-timeout', 'content-too-large', 'unsupported-media-type'] as const)
      : []),
    ...(parameters.length > 0 ? (['validation-failed'] as const) : []),
    ...(parameters.some(({ name }) => name === IDEMPOTENCY_HEADER) ? (['conflict'] as const) : []),
  ];
}

function problemResponse(kind: ProblemKind): { description: string | undefined; headers?: object; content: object } {
  const violations =
    kind === 'validation-failed'
      ? [{ propertyPath: 'price.gte', message: 'must not be above lte, got 2 and 1' }]
      : undefined;
  return {
    description: DESCRIPTIONS[kind],
    ...(kind === 'unauthorized' && {
      headers: { 'WWW-Authenticate': { schema: { type: 'string', const: 'ApiKey' } } },
    }),
    ...((kind === 'too-many-requests' || kind === 'unavailable') && {
      headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
    }),
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: ref(violations ? 'ValidationProblem' : 'Problem'),
        example: problemDocument(
          new Problem(kind, DESCRIPTIONS[kind]!, { violations }),
          '4f6f2f0e-5a0c-4d5e-9f0a-1d1f5f3a7b10',
        ),
      },
    },
  };
}

const DESCRIPTIONS: Partial<Record<ProblemKind, string>> = {
  'malformed-request': 'The body is not readable JSON, or a feed is a damaged gzip.',
  unauthorized: 'The API key is missing, malformed, unknown, revoked or expired.',
  forbidden: 'The account is blocked, or the role, scopes or account of the key do not allow this.',
  'not-found': 'There is nothing at this address.',
  'not-acceptable': 'Accept allows none of the media types of this address.',
  'request-timeout': 'The request did not arrive in time.',
  conflict: 'The first request with this Idempotency-Key is still in progress.',
  'content-too-large':
    'The body is larger than the route takes: 64 kB, 512 kB for a drawn area, 1 MB for a listing, 1 GB for a ' +
    'feed.',
  'unsupported-media-type': 'The body is not application/json in UTF-8, or the feed is not application/x-ndjson.',
  'validation-failed':
    'Something in the request is wrong; the violations say what, up to 50 at once. Or the account ' +
    'already has as many as it may have: then a violation has the code quota-exceeded.',
  'too-many-requests': 'Too many requests of this key, of this account at once, or from this address.',
  'headers-too-large': 'The headers of the request are too large: 16 kB, including the address.',
  'internal-error': 'Something went wrong on our side.',
  unavailable: 'The search or the database cannot answer right now.',
};
