import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../http/problem.js';

const WINDOW_SECONDS = 60;

/**
 * Bounds the requests of one key in a minute, which begins with its first. Each process counts for itself. 0 = any
 * number.
 */
export class RateLimit {
  private readonly limiter: RateLimiterMemory | undefined;
  private readonly policy: string;

  constructor(private readonly perMinute: number) {
    if (perMinute > 0) this.limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
    this.policy = `${POLICY};q=${perMinute};w=${WINDOW_SECONDS}`;
  }

  /**
   * Counts a request and says what is left, in the fields of draft-ietf-httpapi-ratelimit-headers-10.
   * @throws Problem too-many-requests
   */
  async take(apiKeyUuid: string, reply: FastifyReply): Promise<void> {
    if (this.limiter === undefined) return;
    const { state, isRefused } = await this.limiter
      .consume(apiKeyUuid)
      .then((left) => ({ state: left, isRefused: false }), refusal);
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
    reply.headers({ 'ratelimit-policy': this.policy, ratelimit: `${POLICY};r=${state.remainingPoints};t=${seconds}` });
    if (!isRefused) return;
    throw new Problem(
      'too-many-requests',
      `This API key may make ${this.perMinute} requests a minute. Wait ${seconds} s.`,
      { headers: { 'retry-after': String(seconds) } },
    );
  }
}

/** The limiter refuses by rejecting with its state; everything else it rejects with is an error. */
function refusal(reason: unknown): { state: RateLimiterRes; isRefused: true } {
  if (reason instanceof RateLimiterRes) return { state: reason, isRefused: true };
  throw reason as Error;
}

/** The policy's name, a string of RFC 9651. */
const POLICY = '"per-minute"';
