/** Everything of an alert that waits. $1 alert, $2 now, $3 the reason */
export const SKIP_ALL = `
  update event_notification notification
  set status = 'SKIPPED', last_error_message = $3, scheduled_at = null, updated_at = $2
  where alert_id = $1 and status in ('PENDING', 'SUSPENDED')`;

/** The same, but for tests. */
export const SKIP_EVENTS = `${SKIP_ALL} and event_id is not null`;

/** The same, for other destinations than $4. */
export const SKIP_ELSEWHERE = `${SKIP_ALL} and destination_id is distinct from $4::uuid`;

/**
 * The same, where no event is of the types in $4. The first event of a delivery is found by its key, the others by
 * alert_event_gathered.
 */
export const SKIP_UNNOTIFIED = `${SKIP_EVENTS}
  and not exists (
    select from alert_event event
    where event.alert_id = $1 and event.id = notification.event_id and event_type = any($4::smallint[]))
  and not exists (
    select from alert_event event
    where event.delivery_id = notification.delivery_id and event.delivery_id <> event.id
      and event.alert_id = $1 and event_type = any($4::smallint[]))`;
