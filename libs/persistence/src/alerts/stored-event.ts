import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import { diffListings, type AttributeChange, type Listing } from '@gable/domain/listing';
import type { ListingView } from '@gable/domain/property';
import type { ShownState } from '../records/shown-state.js';

/** One fact that an alert recorded about one listing. */
export interface StoredAlertEvent {
  id: string;
  alertId: string;
  propertyId: string;
  listingId: string;
  eventType: AlertEventType;
  revisionId: number;
  createdAt: Date;
  /** What the revision changed against the one before; empty for a listing's first. */
  change: AttributeChange[];
  /** The state that made the event, whole; of one that went offline, as it was last online. */
  listing: ListingView;
}

/** An event as the statements answer it that show events. */
export interface EventRow extends ShownState {
  id: string;
  alert_id: string;
  property_id: string;
  event_type: number;
  revision_id: number;
  created_at: Date;
  state_before: Listing | null;
}

/** The event but for the listing, which `viewStates` makes of the same row. */
export function storedEvent(row: EventRow): Omit<StoredAlertEvent, 'listing'> {
  return {
    id: row.id,
    alertId: row.alert_id,
    propertyId: row.property_id,
    listingId: row.listing_id,
    eventType: ALERT_EVENT_TYPES[row.event_type]!,
    revisionId: row.revision_id,
    createdAt: row.created_at,
    change: row.state_before === null ? [] : diffListings(row.state_before, row.state),
  };
}
