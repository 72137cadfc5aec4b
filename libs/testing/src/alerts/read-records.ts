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

/** Every event there is, or that these alerts have, in the order of their ids. */
export async function recordedEvents(
  database: Queryable,
  alertIds: readonly string[] | null = null,
): Promise<RecordedEvent[]> {
  const rows = await database.query<Omit<RecordedEvent, 'type' | 'notified'> & { code: number }>(
    `
    select id, alert_id as "alertId", listing_id as "listingId", property_id as "propertyId", revision_id as
      "revisionId", event_type as code,
      criteria_version as "criteriaVersion", delivery_id as "deliveryId"
    from alert_event where $1::uuid[] is null or alert_id = any($1) order by id`,
    [alertIds],
  );
  return rows.map(({ code, ...row }) => ({
    ...row,
    type: ALERT_EVENT_TYPES[code]!,
    notified: row.deliveryId !== null,
  }));
}

/**
 * Every notification there is, or that these alerts have; one that a write of its alert has ended is SKIPPED, whether
 * it was swept or not.
 */
export async function recordedNotifications(
  database: Queryable,
  alertIds: readonly string[] | null = null,
): Promise<RecordedNotification[]> {
  return database.query<RecordedNotification>(
    `
    select attempt.alert_id as "alertId", event_id as "eventId", delivery_id as "deliveryId",
      attempt.attempt_number as "attemptNumber", attempt.channel, attempt.destination_id as "destinationId",
      case when status = 'PENDING' and exists (
        select from alert_skip skip
        where skip.alert_id = attempt.alert_id and skip.epoch > delivery.epoch
          and (attempt.event_id is not null or skip.reason not in ('ALERT_INACTIVE', 'RULE_OFF'))
          and (skip.reason <> 'RULE_OFF' or not exists (
            select from alert_event event
            where event.alert_id = attempt.alert_id and event.event_type = any(skip.notified)
              and (event.id = attempt.event_id or event.delivery_id = attempt.delivery_id)))
      ) then 'SKIPPED' else status end as status
    from event_notification attempt left join delivery on delivery.id = attempt.delivery_id
    where $1::uuid[] is null or attempt.alert_id = any($1)`,
    [alertIds],
  );
}
