import type { Database } from '@gable/persistence';
import type { RecordedDelivery } from './check-arrivals.js';

/**
 * Every event that had to be sent, by the rules of its alert, and the attempts of its delivery; of these alerts where
 * some are named.
 */
export async function recordedDeliveries(
  database: Database,
  alertIds: readonly string[] | null = null,
): Promise<RecordedDelivery[]> {
  return database.query<RecordedDelivery>(
    `
    select event.id as "eventId", event.delivery_id as "deliveryId", destination.address as url,
      array(select status from event_notification attempt where attempt.delivery_id = event.delivery_id order by
        attempt_number) as statuses
    from alert_event event
    join alert on alert.id = event.alert_id
    join event_destination destination on destination.id = alert.destination_id
    where event.delivery_id is not null and ($1::uuid[] is null or alert.id = any($1))`,
    [alertIds],
  );
}
