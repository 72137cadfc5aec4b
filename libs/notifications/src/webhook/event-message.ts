import type { AlertEventType } from '@gable/domain/alert';
import type { AttributeChange } from '@gable/domain/listing';
import type { ListingView, PropertyRecordView } from '@gable/domain/property';

/** An alert event as a webhook gives it. */
export interface EventMessage {
  readonly eventId: string;
  readonly alertId: string;
  readonly alertName: string;
  readonly eventType: AlertEventType;
  readonly propertyId: string;
  readonly listingId: string;
  readonly revisionId: number;
  /** When the event was recorded. */
  readonly createdAt: Date;
  /** What this revision of the listing changed; empty for its first. */
  readonly change: readonly AttributeChange[];
  /** The state that made the event; of one that went offline, as it was last online. */
  readonly listing: ListingView;
  /** As `GET /properties/{uuid}` gives it at the time of rendering; null where the property is gone. */
  readonly property: PropertyRecordView | null;
}

/** A test of a destination, asked for by its owner; there is no event behind it. */
export interface TestMessage {
  readonly alertId: string;
  readonly alertName: string;
  readonly createdAt: Date;
}
