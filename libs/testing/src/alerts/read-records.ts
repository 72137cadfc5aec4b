import { ALERT_EVENT_TYPES, type DestinationChannel } from '@gable/domain/alert';
import type { Queryable } from '@gable/persistence';
import type { EventFact } from './expected-events.js';

/** A row of alert_event. */
export interface RecordedEvent extends EventFact {
  readonly id: string;
  readonly deliveryId: string | null;
}

/** A row of event_notification. */
export interface RecordedNotification {
  readonly alertId: string;
  readonly eventId: string | null;
  readonly deliveryId: string;
  readonly attemptNumber: number;
  readonly channel: DestinationChannel;
  readonly destinationId: string;
  readonly status: string;
}

/** Every event there is, in the order of their ids. */
export async function recordedEvents(database: Queryable): Promise<RecordedEvent[]> {
  const rows = await database.query<Omit<RecordedEvent, 'type' | 'notified'> & { code: number }>(`
    select id, alert_id as "alertId", listing_id as "listingId", property_id as "propertyId", revision_id as
      "revisionId", event_type as code,
      criteria_version as "criteriaVersion", delivery_id as "deliveryId"
    from alert_event order by id`);
  return rows.map(({ code, ...row }) => ({
    ...row,
    type: ALERT_EVENT_TYPES[code]!,
    notified: row.deliveryId !== null,
  }));
}

/** Every notification there is. */
export async function recordedNotifications(database: Queryable): Promise<RecordedNotification[]> {
  return database.query<RecordedNotification>(`
    select alert_id as "alertId", event_id as "eventId", delivery_id as "deliveryId", attempt_number as
      "attemptNumber",
      channel, destination_id as "destinationId", status from event_notification`);
}
