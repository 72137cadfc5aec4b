// Parts that several statements share.

/** The state of an endpoint, of a table called endpoint. */
export const ENDPOINT_COLUMNS = `
  endpoint.id, endpoint.channel, endpoint.failures, endpoint.failing_since, endpoint.opened_at, endpoint.failed_probes,
  endpoint.probe_at, endpoint.switched_off_at, endpoint.switched_off_reason, endpoint.answers_well`;

/** The state of an origin of one account, of a table called origin. */
export const ORIGIN_COLUMNS = `
  origin.id, origin.failures, origin.silent_endpoints, origin.opened_at, origin.failed_probes, origin.probe_at`;

/** Of a table called endpoint: its recipient has to say first that it wants mails. */
export const IS_UNCONFIRMED = `
  endpoint.channel = 'EMAIL' and endpoint.confirmed_at is null and (select confirmation_required from mail_policy)`;

/** Of a table called endpoint: nothing is sent for its account. */
export const IS_OF_BLOCKED =
  'exists (select from account where account.id = endpoint.account_id and account.blocked_at is not null)';

/** Why what is due to an endpoint waits, as JSON (`WaitingRow`), of a table called endpoint. */
export const WAITING = `
  json_build_object(
    'failures', endpoint.failures, 'openedAt', endpoint.opened_at, 'probeAt', endpoint.probe_at,
    'switchedOffReason', endpoint.switched_off_reason,
    'origin', (
      select json_build_object('origin', origin.origin, 'openedAt', origin.opened_at, 'probeAt', origin.probe_at)
      from delivery_origin origin
      where origin.id = endpoint.origin_id and origin.opened_at is not null and not endpoint.answers_well),
    'waitsFor',
      case when ${IS_OF_BLOCKED} then 'ACCOUNT' when endpoint.waits_for = 'MAIL_SERVER' then 'MAIL_SERVER'
        when ${IS_UNCONFIRMED} then 'CONFIRMATION' end,
    'nextMailAt', case when endpoint.next_mail_at > clock_timestamp() then endpoint.next_mail_at end,
    'confirmation', (
      select json_build_object('firstAskedAt', first_asked_at, 'askedAt', asked_at, 'sentAt', sent_at,
        'isDue', due_at is not null, 'againAt', again_at)
      from mail_confirmation where endpoint_id = endpoint.id))`;

/**
 * Why an attempt that waits may not go out any more; null where nothing keeps it. Of tables called notification and
 * delivery, both of one delivery. The first skip after it was queued says it.
 */
export const SKIP_REASON = `(
    select skip.reason from alert_skip skip
    where skip.alert_id = notification.alert_id and skip.epoch > delivery.epoch
      and case skip.reason
        when 'ALERT_INACTIVE' then notification.event_id is not null
        when 'RULE_OFF' then notification.event_id is not null
          and not exists (
            select from alert_event event
            where event.alert_id = notification.alert_id and event.id = notification.event_id
              and event.event_type = any(skip.notified))
          and not exists (
            select from alert_event event
            where event.delivery_id = notification.delivery_id and event.delivery_id <> event.id
              and event.alert_id = notification.alert_id and event.event_type = any(skip.notified))
        else true end
    order by skip.epoch limit 1)`;

/**
 * Why an attempt that waits, of a table called notification, is not sent any more, until the sweep has come to it; null
 * where nothing keeps it, or where it does not wait.
 */
export const SKIPPED_FOR = `
  case when notification.status = 'PENDING'
    and exists (select from alert_skip where alert_skip.alert_id = notification.alert_id)
  then (
    select ${SKIP_REASON} from delivery
    where delivery.id = notification.delivery_id and delivery.notification_id = notification.id
  ) end`;

/**
 * Queues the first attempts of deliveries that begin, from rows called `begun`: the attempt's row, the delivery's place
 * in the queue and the wake-up of its endpoint, as `QUEUE_ATTEMPTS` does of any attempt. Only for deliveries of which
 * nothing can stand there yet, of alerts that are locked.
 */
export const QUEUE_FIRST_ATTEMPTS = `
  attempted as (
    insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
      destination_id, destination_address, status, scheduled_at, created_at, updated_at)
    select attempt_id, account_id, alert_id, event_id, delivery_id, attempt_number, channel,
      destination_id, destination_address, 'PENDING', scheduled_at, written_at, written_at
    from begun order by alert_id, attempt_id
  ), placed as (
    insert into delivery (id, account_id, alert_id, endpoint_id, channel, destination_id, notification_id,
      attempt_number, round_start, due_at, epoch)
    select delivery_id, account_id, alert_id, endpoint_id, channel, destination_id, attempt_id,
      attempt_number, round_start, due_at, epoch
    from begun
  ), woken as (
    insert into delivery_wakeup (endpoint_id, at) select endpoint_id, min(due_at) from begun group by endpoint_id
  )`;

/**
 * A worker that is stopped (SIGSTOP) in the middle of its transaction keeps endpoints locked: the server ends its
 * session before the leases of the others, which wait to write down results, run out.
 */
export const SHORT_PATIENCE = `set local idle_in_transaction_session_timeout = '5s'`;
