import type { components } from './generated/openapi.js';

export type Violation = NonNullable<components['schemas']['ValidationProblem']['violations']>[number];

/** An answer that is no success, as the problem document (RFC 9457) says it. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly requestId: string | null,
    readonly violations: readonly Violation[] = [],
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(detail);
  }

  /** Whether the same request may succeed a little later. */
  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** No answer came: the server is away, or the way to it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(options?: ErrorOptions) {
    super('The service cannot be reached.', options);
  }
}

/** Reads the body of a refused request; a proxy may have answered in words of its own. */
export function problemOf(response: Response, body: unknown): ApiProblem {
  const { detail, instance, violations } = (isObject(body) ? body : {}) as {
    detail?: string;
    instance?: string;
    violations?: Violation[];
  };
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return new ApiProblem(
    response.status,
    detail ?? `${response.status} ${response.statusText}`.trim(),
    response.headers.get('x-request-id') ?? instance?.replace('urn:uuid:', '') ?? null,
    violations,
    Number.isFinite(retryAfter) ? retryAfter : null,
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
