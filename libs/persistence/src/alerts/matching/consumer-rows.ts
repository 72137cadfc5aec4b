import type { AlertEventType } from '@gable/domain/alert';
import type { KnownListing } from '@gable/domain/listing';

/**
 * A committed change of a listing, as its consumer reads it. Revisions name the states; `xid` is the transaction that
 * committed it.
 */
export interface ConsumedChange {
  readonly id: number;
  readonly listingId: string;
  readonly propertyId: string;
  readonly revisionId: number;
  /** Null when the listing is new. */
  readonly previousPropertyId: string | null;
  /** The other online listings of the property at the commit, each at its revision then. */
  readonly siblingIds: readonly string[];
  readonly siblingRevisions: readonly number[];
  /** The other listings of the property that were offline then. */
  readonly offlineSiblingIds: readonly string[];
  readonly xid: number;
  readonly createdAt: Date;
}

/** A state as stored: what it says is only believed once it was matched. */
export interface StoredState {
  readonly online: boolean;
  readonly listing: KnownListing;
}

/** The states around a change; null where listing_revision has none (before: also when the listing is new). */
export interface ChangeStates {
  readonly before: StoredState | null;
  readonly after: StoredState | null;
  /** The listing is gone, with every state of it. */
  readonly isErased: boolean;
}

/** A shard in the hands of a worker. Every commit of the consumer names position and epoch. */
export interface OwnedShard {
  readonly shard: number;
  readonly epoch: number;
  position: number;
}

/** An event that a step of the consumer decided. */
export interface DecidedEvent {
  readonly alertId: string;
  /**
   * Version of the alert it was decided with: where it is notified, an alert written since is decided again before the
   * step commits.
   */
  readonly alertXid: number;
  readonly criteriaVersion: number;
  readonly change: ConsumedChange;
  readonly type: AlertEventType;
  readonly isNotified: boolean;
}

/** A change that is set aside with its reason, so that the rest can go on. */
export interface DeadChange {
  readonly change: ConsumedChange;
  readonly reason: string;
}
