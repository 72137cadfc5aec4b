import { STATUS_CODES } from 'node:http';
import type { Violation } from '@gable/domain/criteria';

/** Every kind of error an answer can carry: its name is the end of the document's `type`, and stable. */
export const PROBLEM_KINDS = {
  'malformed-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  conflict: 409,
  'content-too-large': 413,
  'unsupported-media-type': 415,
  'expectation-failed': 417,
  'validation-failed': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  'internal-error': 500,
  unavailable: 503,
} as const;
export type ProblemKind = keyof typeof PROBLEM_KINDS;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** What a program may decide by beside the type of a problem. */
export const VIOLATION_CODES = ['quota-exceeded'] as const;

/** A violation, with a stable code where a program may want to know which. */
export interface CodedViolation extends Violation {
  readonly code?: (typeof VIOLATION_CODES)[number];
}

/** An answer that is an error, thrown from anywhere in a request; the filter writes it. */
export class Problem extends Error {
  constructor(
    readonly kind: ProblemKind,
    readonly detail: string,
    readonly extras: { violations?: readonly CodedViolation[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: extras.cause });
  }
}

/** RFC 9457. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  violations?: readonly CodedViolation[];
}

export function problemDocument({ kind, detail, extras }: Problem, requestId: string): ProblemDocument {
  const status = PROBLEM_KINDS[kind];
  return {
    type: `urn:gable:problem:${kind}`,
    title: STATUS_CODES[status]!,
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
    ...(extras.violations && { violations: extras.violations }),
  };
}

const KIND_OF_STATUS = new Map<number, ProblemKind>(
  Object.entries(PROBLEM_KINDS).map(([kind, status]) => [status, kind as ProblemKind]),
);

/** The kind for a status that a framework chose; other 4xx are the caller's mistake, the rest ours. */
export function kindOfStatus(status: number): ProblemKind {
  return KIND_OF_STATUS.get(status) ?? (status >= 400 && status < 500 ? 'malformed-request' : 'internal-error');
}

/** One body for everything that is not there, whatever the reason. */
export function notFound(): Problem {
  return new Problem('not-found', 'There is nothing at this address.');
}

/** Something of ours does not answer now; the detail says what the caller can do. */
export function unavailable(detail: string, retryAfterSeconds: number, cause: unknown): Problem {
  return new Problem('unavailable', detail, { headers: { 'retry-after': String(retryAfterSeconds) }, cause });
}

export const CONTENT_TOO_LARGE =
  'The body is larger than this address takes: 64 kB, 512 kB for a drawn area, 1 MB for a listing.';

export function contentTooLarge(): Problem {
  return new Problem('content-too-large', CONTENT_TOO_LARGE);
}

export function invalid(violations: readonly Violation[]): Problem {
  const shown = violations.slice(0, MAX_VIOLATIONS);
  const [first] = shown;
  const more = shown.length > 1 ? ` (and ${shown.length - 1} more)` : '';
  return new Problem(
    'validation-failed',
    `${first!.propertyPath ? `${first!.propertyPath}: ` : ''}${first!.message}${more}`,
    { violations: shown },
  );
}

/** Reported at once; whoever gathers violations may stop here. */
export const MAX_VIOLATIONS = 50;
