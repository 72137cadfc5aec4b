import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallerAddress } from './caller-address.js';
import { TokenBuckets } from './token-buckets.js';

const REFUSALS: readonly number[] = [401, 429];
/** A caller who waits for each answer before it asks again is refused about once a second. */
const PAUSE_MS = 1_000;
/** What is refused to an address in a minute without a pause, at least: of a user who sets up a key, for example. */
const LEAST_PER_MINUTE = 60;
/** Bounds what a flood holds open; what is refused beyond them is answered at once. */
const MOST_WAITING = 1_000;

/**
 * Answers an address late that is refused again and again: a caller who asks anew as soon as it is refused costs
 * processor time that others need. Nothing but refusals waits, so a right key behind the same address does not.
 */
export class SlowRefusals {
  private readonly buckets: TokenBuckets;
  private waiting = 0;

  /** @param perMinute refusals of an address without a pause; 0 = any number */
  constructor(
    private readonly perMinute: number,
    private readonly addresses: Pick<CallerAddress, 'networkOf'>,
    private readonly pause: () => Promise<unknown> = () => wait(PAUSE_MS),
    private readonly mostWaiting = MOST_WAITING,
  ) {
    this.buckets = new TokenBuckets(Math.max(LEAST_PER_MINUTE, perMinute));
  }

  watch(fastify: FastifyInstance): void {
    if (this.perMinute === 0) return;
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (!REFUSALS.includes(reply.statusCode) || !this.isLate(request)) return done(null, payload);
      request.raw.resume(); // nobody reads what it brings, which would be kept meanwhile
      this.waiting += 1;
      void this.pause().then(() => {
        this.waiting -= 1;
        done(null, payload);
      });
    });
  }

  private isLate(request: FastifyRequest): boolean {
    return this.buckets.take(this.addresses.networkOf(request)) > 0 && this.waiting < this.mostWaiting;
  }
}
