import { WAITING } from '../delivery/statements/fragments.js';

const DESTINATION_STATUS = `
    destination.switched_off_at, destination.switched_off_reason,
    (select max(unsubscribed_at) from mail_subscription
     where alert_id = alert.id and address = lower(destination.address)) as unsubscribed_at,
    (select ${WAITING} from delivery_endpoint endpoint where endpoint.id = destination.endpoint_id) as waiting`;

/** How it stands with the destination an alert was just given. $1 the alert */
export const SELECT_DESTINATION_STATUS = `
  select ${DESTINATION_STATUS}
  from alert join event_destination destination on destination.id = alert.destination_id where alert.id = $1`;

/** Alerts that exist for their account; a `where` on account_id follows. */
export const SELECT_ALERTS = `
  select alert.id, alert.account_id, name, active, search_mode, classic_filters, criteria, criteria_version,
    notification_config, destination_id, destination.channel, destination.address, ${DESTINATION_STATUS},
    signing_key, previous_signing_key, previous_signing_key_until, alert.created_at, alert.updated_at
  from alert left join event_destination destination on destination.id = alert.destination_id
  where deleted_at is null`;

export const COUNT_ALERTS = 'select count(*) from alert where account_id = $1 and deleted_at is null';

// The snapshot is the statement's own: what was committed before it is not for this alert.
export const INSERT_ALERT = `
  insert into alert (id, account_id, shard, name, active, search_mode, classic_filters, criteria, criteria_version,
    shape_ids, notification_config, destination_id, signing_key, active_since, xid, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $11, $12, pg_current_snapshot(), pg_current_xact_id(), $13, $13)`;

export const UPDATE_ALERT = `
  update alert set name = $3, active = $4, search_mode = $5, classic_filters = $6, criteria = $7, criteria_version = $8,
    shape_ids = $9, notification_config = $10,
    destination_id = $11, signing_key = $12, previous_signing_key = $13, previous_signing_key_until = $14,
    active_since = case when $4 and not active then pg_current_snapshot() else active_since end,
    xid = pg_current_xact_id(), updated_at = $15
  where account_id = $1 and id = $2 and deleted_at is null`;

export const REMOVE_ALERT = `
  update alert set deleted_at = $3, updated_at = $3, xid = pg_current_xact_id()
  where account_id = $1 and id = $2 and deleted_at is null returning id`;

export const KEEP_CRITERIA = `
  insert into alert_criteria_history (alert_id, criteria_version, criteria)
  select id, criteria_version, criteria from alert where account_id = $1 and id = $2`;
