import type { SeededRandom } from '@gable/domain/testing';
import type { Operation } from './operations.js';

/** A request as it goes over the wire, and what its answer has to be beyond what holds for every answer. */
export interface FuzzRequest {
  readonly operation: Operation;
  /** What was done to a valid request; "valid" for one that is left alone. */
  readonly mutation: string;
  readonly method: string;
  /** Path and query, as sent. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** The body as JSON, where it is JSON and reaches the route whole. */
  readonly json?: unknown;
  readonly expected?: Expected;
}

export interface Expected {
  readonly statuses: readonly number[];
  /** The parameter that a 422 has to name. */
  readonly names?: string;
}

/** A valid request before it is written down: what mutations change. */
export interface Draft {
  readonly operation: Operation;
  /** All methods that the address answers. */
  readonly methods: readonly string[];
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  /** The body where it is a feed. */
  readonly feed?: Buffer;
}

/** Makes one thing of a valid request wrong, or at least strange. */
export type Mutation = (draft: Draft, random: SeededRandom) => FuzzRequest;

export function write(
  { operation, path, query, headers, json, feed }: Draft,
  changes: Partial<FuzzRequest> & { mutation: string },
): FuzzRequest {
  const sendsJson = operation.body !== null && operation.body.mediaType === 'application/json' && json !== undefined;
  const type = sendsJson ? 'application/json' : feed && operation.body?.mediaType;
  const sentHeaders = { ...(type !== undefined && { 'content-type': type }), ...headers };
  return {
    operation,
    method: operation.method,
    address: addressOf(operation.template, path, query),
    headers: sentHeaders,
    body: sendsJson ? Buffer.from(JSON.stringify(json)) : (feed ?? null),
    ...(sendsJson && { json }),
    ...changes,
  };
}

export function addressOf(template: string, path: Draft['path'], query: Draft['query']): string {
  const written = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? name));
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? written : `${written}?${pairs.join('&')}`;
}

/** The headers of a draft as they are sent, with some changed. */
export function headersOf(draft: Draft, changes: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...(draft.operation.body?.mediaType === 'application/json' &&
      draft.json !== undefined && { 'content-type': 'application/json' }),
    ...(draft.feed !== undefined && { 'content-type': draft.operation.body!.mediaType }),
    ...draft.headers,
    ...changes,
  };
}
