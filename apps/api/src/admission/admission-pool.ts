import type { ServerResponse } from 'node:http';
import { FairSlots } from '@gable/runtime';
import { Problem } from '../http/problem.js';
import type { PoolOptions } from '../databases/pools.js';

/** Why a request did not get a slot. */
export const REFUSALS = ['queue-full', 'waited-too-long', 'caller-left'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What is noted of a pool for its metrics. */
export interface PoolNotes {
  waited(seconds: number): void;
  refused(why: Refusal): void;
}

/** Lets requests into one pool. The others wait until a slot is free, or they have waited long, or they leave. */
export class AdmissionPool {
  private readonly slots: FairSlots;

  constructor(
    private readonly options: PoolOptions,
    private readonly notes: PoolNotes,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.slots = new FairSlots(options, now);
  }

  /** Gives what ends the work. Most are let in at once, and leave nothing behind. @throws Problem too-many-requests */
  async admit(accountId: string, response: ServerResponse): Promise<() => void> {
    const since = this.now();
    let grant = (): void => undefined;
    const claim = this.slots.claim(accountId, () => grant());
    if (claim === undefined) throw this.refusal('queue-full');
    if (claim.state === 'waiting') {
      const why = await this.wait(response, (granted) => (grant = granted));
      if (why !== undefined) {
        this.slots.end(claim);
        throw this.refusal(why);
      }
    }
    this.notes.waited((this.now() - since) / 1_000);
    return () => this.slots.end(claim);
  }

  /** Waits for a grant; answers why there is none. */
  private wait(
    response: ServerResponse,
    onGrant: (granted: () => void) => void,
  ): Promise<Exclude<Refusal, 'queue-full'> | undefined> {
    if (response.destroyed) return Promise.resolve('caller-left');
    return new Promise((resolve) => {
      const end = (why?: Exclude<Refusal, 'queue-full'>) => {
        clearTimeout(timer);
        response.off('close', leave);
        resolve(why);
      };
      const leave = () => end('caller-left');
      const timer = setTimeout(() => end('waited-too-long'), this.options.longestWaitMs);
      response.once('close', leave);
      onGrant(() => end());
    });
  }

  private refusal(why: Refusal): Problem {
    this.notes.refused(why);
    return this.problem(why);
  }

  /** Whether an account asks without a pause, as far as the pool minds. */
  isBusy(accountId: string): boolean {
    return this.slots.isBusy(accountId);
  }

  /** Requests that work now. */
  get held(): number {
    return this.slots.held;
  }

  /** Requests that wait. */
  get waiting(): number {
    return this.slots.waiting;
  }

  private problem(why: Refusal): Problem {
    const { queueLength, longestWaitMs, noun, retryAfterSeconds } = this.options;
    const detail =
      why === 'queue-full'
        ? `${queueLength} ${noun} of this account are already waiting. Wait ${retryAfterSeconds} s, and send fewer ` +
          'at once.'
        : `This account has too many ${noun} in progress: this one waited ${longestWaitMs / 1_000} s and was not ` +
          'started. Send fewer at once.';
    return new Problem('too-many-requests', detail, { headers: { 'retry-after': String(retryAfterSeconds) } });
  }
}
