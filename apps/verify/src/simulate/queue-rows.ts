import type { EndpointState, OriginState } from '@gable/domain/delivery';

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
  | 'wake-ups removed last'
  | 'first come, first served'
  | 'accounts taken for one';

/** Whose an endpoint is, and where it leads: a number per account and origin; null for a mail. */
export interface EndpointPlace {
  readonly account: string;
  readonly origin: number | null;
}

/** An origin of one account, and the endpoints at it share this. */
export interface Origin {
  state: OriginState;
}

/** An endpoint, and when somebody looks at its queue again. */
export interface Endpoint {
  readonly place: EndpointPlace;
  /** Null for a mail. */
  readonly origin: Origin | null;
  state: EndpointState;
  wakeAt: number | null;
  wakeFrom: number;
  isLocked: boolean;
}

/** An endpoint to serve. */
export interface Picked {
  readonly endpoint: Endpoint;
  readonly index: number;
  /** Deliveries that there are slots for. */
  readonly take: number;
}

/** What a run takes of a queue. */
export interface Choice {
  readonly taken: QueuedDelivery[];
  readonly waits: QueuedDelivery[];
  readonly isProbe: boolean;
  readonly probesOrigin: boolean;
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
