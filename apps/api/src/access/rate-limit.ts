import type { FastifyReply } from 'fastify';
import { Problem } from '../http/problem.js';
import type { SharedWindows } from './windows/shared-windows.js';
import { WINDOW_MS } from './windows/window-store.js';

/** Bounds the requests of one key in a minute, which begins with its first; all processes count together. */
export class RateLimit {
  /** @param perMinute where nothing is said of a key; 0 = any number */
  constructor(
    private readonly perMinute: number,
    private readonly windows: Pick<SharedWindows, 'take'>,
  ) {}

  /**
   * Counts a request and says what is left, in the fields of draft-ietf-httpapi-ratelimit-headers-10.
   * @param said of this key, its account or its plan; null: nothing
   * @throws Problem too-many-requests
   */
  async take(apiKeyUuid: string, said: number | null, reply: FastifyReply): Promise<void> {
    const limit = said ?? this.perMinute;
    if (limit === 0) return;
    const taking = this.windows.take(apiKeyUuid, limit);
    const { isAdmitted, remaining, endsInMs } = taking instanceof Promise ? await taking : taking;
    // Rounded first: a sum and a difference of doubles may say a little more than a minute.
    const seconds = Math.max(1, Math.ceil(Math.round(endsInMs) / 1_000));
    reply.headers({
      'ratelimit-policy': `${POLICY};q=${limit};w=${WINDOW_MS / 1_000}`,
      ratelimit: `${POLICY};r=${remaining};t=${seconds}`,
    });
    if (isAdmitted) return;
    throw new Problem('too-many-requests', `This API key may make ${limit} requests a minute. Wait ${seconds} s.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }
}

/** The policy's name, a string of RFC 9651. */
const POLICY = '"per-minute"';
