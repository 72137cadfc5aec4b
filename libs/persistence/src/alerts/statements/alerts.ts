import { WAITING } from '../../delivery/statement-fragments.js';
import { columnOf } from '../../database/naming-strategy.js';
import { ALERT_COLUMNS } from '../alert-columns.js';

const DESTINATION_STATUS = `
    destination.switched_off_at, destination.switched_off_reason,
    (select max(unsubscribed_at) from mail_subscription where alert_id = alert.id
      and address = lower(destination.address)) as unsubscribed_at,
    (select ${WAITING} from delivery_endpoint endpoint where endpoint.id = destination.endpoint_id) as waiting`;

/** How it stands with the destination an alert was just given. $1 the alert */
export const SELECT_DESTINATION_STATUS = `
  select ${DESTINATION_STATUS}
  from alert join event_destination destination on destination.id = alert.destination_id where alert.id = $1`;

/** Alerts that exist for their account, with their criteria as they stand or as text. */
const selectAlerts = (criteria: 'alert.criteria' | 'alert.criteria::text'): string => `
  select ${ALERT_COLUMNS.map(
    (property) => `${property === 'criteria' ? criteria : `alert.${columnOf(property)}`} as "${property}"`,
  ).join(', ')},
    destination.channel, destination.address, ${DESTINATION_STATUS}
  from alert left join event_destination destination on destination.id = alert.destination_id
  where alert.deleted_at is null and alert.account_id = $1`;

/** Alerts $2 of the account $1, oldest first. Their criteria are texts: whoever reads them has one tree at a time. */
export const SELECT_PAGE = `${selectAlerts('alert.criteria::text')} and alert.id = any($2::uuid[]) order by alert.id`;

/** One alert $2 of the account $1. */
export const FIND_ALERT = `${selectAlerts('alert.criteria')} and alert.id = $2`;

/**
 * Nobody else can change it until the transaction ends. It is read by a statement after this one: what waits for the
 * lock reads the alert as it is then, but joins the destination that it saw before.
 */
export const LOCK_ALERT = `
  select from alert where deleted_at is null and account_id = $1 and id = $2 for update`;

/** The place of a value among the parameters of INSERT_ALERT and UPDATE_ALERT, which are those of ALERT_COLUMNS. */
const at = (property: (typeof ALERT_COLUMNS)[number]) => `$${ALERT_COLUMNS.indexOf(property) + 1}`;

/** The shard comes last. The snapshot is the statement's own: what was committed before it is not for this alert. */
export const INSERT_ALERT = `
  insert into alert (${ALERT_COLUMNS.map(columnOf).join(', ')}, shard, active_since, xid)
  values (${ALERT_COLUMNS.map(at).join(', ')}, $${ALERT_COLUMNS.length + 1}, pg_current_snapshot(),
    pg_current_xact_id())`;

/** An alert that is switched on is about changes that commit from now on. */
export const UPDATE_ALERT = `
  update alert set ${ALERT_COLUMNS.slice(2)
    .map((property) => `${columnOf(property)} = ${at(property)}`)
    .join(', ')},
    active_since = case when ${at('active')} and not active then pg_current_snapshot() else active_since end,
    xid = pg_current_xact_id()
  where id = ${at('id')} and account_id = ${at('accountId')} and deleted_at is null`;

/** The row stays until upkeep sweeps it: workers see it go, and its events are its account's by it. */
export const REMOVE_ALERT = `
  update alert set deleted_at = $3, updated_at = $3, xid = pg_current_xact_id()
  where account_id = $1 and id = $2 and deleted_at is null returning id`;

/** Keeps the criteria that are about to be replaced, or removed with their alert. */
export const KEEP_CRITERIA = `
  insert into alert_criteria_history (alert_id, criteria_version, criteria, shape_ids)
  select id, criteria_version, criteria, shape_ids from alert where account_id = $1 and id = $2`;
