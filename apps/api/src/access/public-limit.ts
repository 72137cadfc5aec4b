import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.js';
import type { CallerAddress } from './caller-address.js';
import { TokenBuckets } from './token-buckets.js';

/** Routes without a key, by what they have in common: what an address asks of one kind takes nothing from another. */
const KINDS: readonly (readonly [kind: string, routes: RegExp, share: number])[] = [
  // Answered from memory. An orchestrator ends a process whose probe is refused, so there is room for many probes.
  ['health', /^\/health\//, 10],
  ['metrics', /^\/metrics$/, 1],
  ['documentation', /^\/(?:docs|openapi\.json)(?:$|[/-])/, 1],
  // A page is a dozen files, which a browser asks for once.
  ['the console', /^\/(?:console(?:\/.*)?)?$/, 10],
  ['links in mails', /^\/[cu]\/:token$/, 1],
];

/** Every request asks; there are as many patterns as routes. */
const KNOWN = new Map<string, string | undefined>();

/** Bounds what one address may ask of the routes that need no key. 0 = any number. */
export class PublicLimit {
  private readonly buckets: ReadonlyMap<string, TokenBuckets>;

  constructor(
    private readonly perMinute: number,
    private readonly addresses: CallerAddress,
    now?: () => number,
  ) {
    this.buckets = new Map(KINDS.map(([kind, , share]) => [kind, new TokenBuckets(perMinute * share, now)]));
  }

  /** What kind of public route a pattern of the router is; undefined: none. */
  static kindOf(pattern: string): string | undefined {
    if (!KNOWN.has(pattern)) KNOWN.set(pattern, KINDS.find(([, routes]) => routes.test(pattern))?.[0]);
    return KNOWN.get(pattern);
  }

  /** Refuses before a body is read or a page is made. */
  watch(fastify: FastifyInstance): void {
    if (this.perMinute > 0) fastify.addHook('onRequest', (request, _reply, done) => done(this.refusalOf(request)));
  }

  /** Counts a request of a kind. Answers the seconds until it is allowed; 0 = it is. */
  secondsUntilNext(kind: string, request: Parameters<CallerAddress['networkOf']>[0]): number {
    return this.perMinute === 0 ? 0 : this.buckets.get(kind)!.take(this.addresses.networkOf(request));
  }

  private refusalOf(request: FastifyRequest): Problem | undefined {
    const kind = PublicLimit.kindOf(request.routeOptions.url ?? '');
    if (kind === undefined) return undefined;
    const seconds = this.secondsUntilNext(kind, request);
    if (seconds === 0) return undefined;
    return new Problem(
      'too-many-requests',
      `Too many requests for ${kind} came from this address. Wait ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    );
  }
}
