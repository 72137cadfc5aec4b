import type { ServerResponse } from 'node:http';
import { FairSlots, type SlotClaim } from '@gable/runtime';
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

  /** Gives what ends the work. @throws Problem too-many-requests */
  admit(accountId: string, response: ServerResponse): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const since = this.now();
      const refuse = (why: Refusal) => {
        stopWaiting();
        if (claim !== undefined) this.slots.end(claim);
        this.notes.refused(why);
        reject(this.problem(why));
      };
      const leave = () => refuse('caller-left');
      const timer = setTimeout(() => refuse('waited-too-long'), this.options.longestWaitMs);
      const stopWaiting = () => {
        clearTimeout(timer);
        response.off('close', leave);
      };
      response.once('close', leave);
      const claim: SlotClaim | undefined = this.slots.claim(accountId, () => {
        stopWaiting();
        this.notes.waited((this.now() - since) / 1_000);
        resolve(() => this.slots.end(claim!));
      });
      if (claim === undefined) refuse('queue-full');
      else if (response.destroyed && claim.state === 'waiting') leave();
    });
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
        ? `${queueLength} ${noun} of this account wait already. Wait ${retryAfterSeconds} s, and send fewer at once.`
        : `This account has so many ${noun} under way that this one waited ${longestWaitMs / 1_000} s in vain. Send ` +
          'fewer at once.';
    return new Problem('too-many-requests', detail, { headers: { 'retry-after': String(retryAfterSeconds) } });
  }
}
