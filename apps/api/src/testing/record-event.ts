import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import { newId, type Database } from '@gable/persistence';

export interface RecordedEvent {
  alertId: string;
  externalId: string;
  revisionId?: number;
  eventType?: AlertEventType;
  criteriaVersion?: number;
  createdAt?: string;
  /** Default: the event's own id, as for a webhook. */
  deliveryId?: string | null;
}

/** Writes an event as the worker would, about a listing that was ingested, and answers its id. */
export async function recordEvent(
  database: Database,
  {
    alertId,
    externalId,
    revisionId = 1,
    eventType = 'NEW_MATCH',
    criteriaVersion = 1,
    createdAt = '2026-03-01T10:00:01.000Z',
    deliveryId,
  }: RecordedEvent,
): Promise<string> {
  const id = newId(new Date(createdAt));
  const written = await database.query(
    `insert into alert_event (id, alert_id, account_id, property_id, listing_id, revision_id, event_type,
      criteria_version, delivery_id, created_at)
     select $1, alert.id, alert.account_id, listing.property_id, listing.id, $4, $5, $6, $7, $8
     from listing, alert where listing.external_id = $3 and alert.id = $2 returning id`,
    [
      id,
      alertId,
      externalId,
      revisionId,
      ALERT_EVENT_TYPES.indexOf(eventType),
      criteriaVersion,
      deliveryId === undefined ? id : deliveryId,
      createdAt,
    ],
  );
  if (written.length !== 1) throw new Error(`There is no listing ${externalId} to record an event about.`);
  return id;
}
