import type { DestinationChannel } from '@gable/domain/alert';

/** A delivery that a worker may try until the lease ends, at one attempt. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly notificationId: string;
  readonly accountId: string;
  readonly alertId: string;
  /** The event told, the first of several; null for a test. */
  readonly eventId: string | null;
  readonly endpointId: number;
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
