import type { AttemptVerdict, Settlement } from '@gable/domain/delivery';
import type { DestinationChannel } from '@gable/domain/alert';

/** A delivery that a worker may try until the lease ends, at one attempt. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly notificationId: string;
  readonly accountId: string;
  readonly alertId: string;
  /** The event notified, the first of several; null for a test. */
  readonly eventId: string | null;
  readonly endpointId: number;
  /** The origin as its account knows it, and the origin itself; null for a mail. */
  readonly originId: number | null;
  readonly origin: string | null;
  /** Its endpoint took the last thing that was sent to it. */
  readonly isProven: boolean;
  readonly destinationId: string;
  readonly channel: DestinationChannel;
  readonly address: string;
  readonly attemptNumber: number;
  /** Attempts before this round of the schedule. */
  readonly roundStart: number;
  readonly isProbe: boolean;
  readonly owner: string;
  readonly leasedUntil: Date;
  /** When the attempt was due, and when its row was written. */
  readonly dueAt: Date;
  readonly queuedAt: Date;
}

/** What came of a claimed delivery. */
export interface DeliveryResult {
  readonly delivery: ClaimedDelivery;
  readonly endedAt: Date;
  /**
   * An attempt that was made; or the reason why it is not made any more; or that it was not made and is due again then.
   */
  readonly outcome:
    | { readonly kind: 'tried'; readonly verdict: AttemptVerdict }
    | { readonly kind: 'skip'; readonly message: string }
    | { readonly kind: 'put-back'; readonly until: Date };
}

/** What a worker's results are settled by. */
export interface FinishOptions {
  readonly scheduleMs: readonly number[];
  readonly mailGatherMs: number;
  readonly addressMailsPerDay: number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** What was written. */
export interface Finished {
  readonly applied: readonly { readonly result: DeliveryResult; readonly settlement: Settlement | null }[];
  /** No longer ours: the lease was taken over, or the delivery has ended. Nothing was changed. */
  readonly stale: readonly DeliveryResult[];
  /** Another transaction has locked the rows this moment: to be handed in again. */
  readonly busy: readonly DeliveryResult[];
}

/**
 * A result that is still ours, with the status of its attempt as stored, and what follows; null where nothing was
 * tried.
 */
export interface SettledResult {
  readonly result: DeliveryResult;
  readonly status: string;
  readonly settlement: Settlement | null;
}

/** Results in the order in which they ended. */
export function inOrderOfEnd(settled: readonly SettledResult[]): SettledResult[] {
  return [...settled].sort((a, b) => a.result.endedAt.getTime() - b.result.endedAt.getTime());
}

/** When the last of some results ended. */
export function lastEnd(settled: readonly SettledResult[]): Date {
  return new Date(Math.max(...settled.map(({ result }) => result.endedAt.getTime())));
}
