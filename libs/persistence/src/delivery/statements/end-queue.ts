/** Ends what waits for an endpoint. $1 endpoint, $2 now, $3 status, $4 sentence, $5 at most */
export const END_QUEUE = `
  with doomed as (
    select delivery.id, delivery.alert_id, notification.account_id, notification.id as notification_id
    from delivery join event_notification notification
      on notification.account_id = delivery.account_id and notification.id = delivery.notification_id
    where delivery.endpoint_id = $1 and delivery.owner is null limit $5 for update skip locked
  ), ended as (
    update event_notification notification
    set status = $3, last_error_message = $4, scheduled_at = null, updated_at = $2
    from doomed where notification.account_id = doomed.account_id and notification.id = doomed.notification_id
      and notification.status = 'PENDING'
  ), payload as (
    delete from delivery_payload using doomed where delivery_payload.delivery_id = doomed.id
  ), mail as (
    update alert_mail set delivery_id = null
    from doomed where alert_mail.alert_id = doomed.alert_id and alert_mail.delivery_id = doomed.id
  ), gone as (
    delete from delivery using doomed where delivery.id = doomed.id
  )
  select count(*) from doomed`;
