import type { Slots } from '@gable/domain/delivery';
import type { DestinationChannel } from '@gable/domain/alert';
import type { ClaimedDelivery } from './delivery-rows.js';

/** Who claims, and what it can send. */
export interface ClaimOptions {
  /** One id per process, for as long as it lives. */
  readonly owner: string;
  /** Channels that are configured; deliveries of others wait and say why. */
  readonly channels: readonly DestinationChannel[];
  /** At most so many endpoints; each gives a few deliveries. */
  readonly endpoints: number;
  /** What this owner has under way, and what it may take more. */
  readonly slots: Slots;
  /** At least this long between two mails of an alert. */
  readonly mailGatherMs: number;
  /** At most so many mails of an account to one address in any 24 hours; 0 is no bound. */
  readonly addressMailsPerDay: number;
}

/** What one claim found to do. */
export interface Claim {
  readonly deliveries: readonly ClaimedDelivery[];
  /** Endpoints served: 0 = nothing was due that could begin now. */
  readonly runs: number;
  /** Deliveries ended because their endpoint was given up. */
  readonly ended: number;
}
