import type { EndpointState } from '@gable/domain/delivery';

/** One attempt of a delivery, as the table of notifications has it. */
export interface AttemptRow {
  readonly deliveryId: string;
  readonly attemptNumber: number;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly scheduledAt: number;
  /** Why it is the last one, where it failed. */
  end: 'SCHEDULE' | 'REFUSED' | 'GIVEN_UP' | null;
}

/** A delivery in the queue. */
export interface QueuedDelivery {
  readonly id: string;
  readonly endpoint: number;
  /** Set for a gathered mail. */
  readonly alert: string | null;
  attemptNumber: number;
  dueAt: number;
  owner: string | null;
  leasedUntil: number;
  isProbe: boolean;
  taken: boolean;
}

/** What a worker holds. */
export interface Claimed extends Readonly<QueuedDelivery> {
  readonly owner: string;
}

/** A safeguard left out, to see that the simulation notices. */
export type Sabotage =
  | 'no owner check'
  | 'leases end early'
  | 'no breaker'
  | 'mails not closed'
  | 'mails not spaced'
  | 'wake-ups forgotten'
  | 'wake-ups removed last';

/** An endpoint, and when somebody looks at its queue again. */
export interface Endpoint {
  state: EndpointState;
  wakeAt: number | null;
  wakeFrom: number;
  isLocked: boolean;
}

/** What a run takes of a queue. */
export interface Choice {
  readonly taken: QueuedDelivery[];
  readonly waits: QueuedDelivery[];
  readonly isProbe: boolean;
  readonly isFull: boolean;
}

/** A time at which an endpoint has to be looked at. */
export interface WakeUp {
  readonly endpoint: number;
  readonly at: number;
}

/** How the queue is set up. */
export interface QueueSettings {
  readonly scheduleMs: readonly number[];
  readonly gatherMs: number;
  readonly random: () => number;
  readonly sabotage?: Sabotage;
}
