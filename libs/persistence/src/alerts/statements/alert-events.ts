/** The door of every statement here: $1 the account, $2 the alert. */
const OWN_ALERT = 'alert.account_id = $1 and alert.id = $2 and alert.deleted_at is null';

const SELECTED = `
  ($3::timestamptz is null or event.created_at >= $3) and ($4::timestamptz is null or event.created_at <= $4)
  and ($5::timestamptz is null or event.created_at > $5) and ($6::timestamptz is null or event.created_at < $6)
  and ($7::smallint[] is null or event.event_type = any($7))`;

/** How many events are selected; no row where the account has no such alert. */
export const COUNT_EVENTS = `
  select (select count(*) from alert_event event where event.alert_id = alert.id and ${SELECTED}) as total
  from alert where ${OWN_ALERT}`;

const COLUMNS = `
  event.id, event.alert_id, event.property_id, event.listing_id, event.event_type, event.revision_id, event.created_at,
    after.state, before.state as state_before`;

const STATES = `
  join listing_revision after on after.listing_id = event.listing_id and after.revision_id = event.revision_id
  left join listing_revision before on before.listing_id = event.listing_id
    and before.revision_id = event.revision_id - 1`;

// The page is cut before the states are fetched.
const pageOf = (direction: 'asc' | 'desc') => `
  with event as (
    select event.* from alert join alert_event event on event.alert_id = alert.id
    where ${OWN_ALERT} and ${SELECTED}
    order by event.created_at ${direction}, event.id ${direction} offset $8 limit $9
  )
  select ${COLUMNS} from event ${STATES} order by event.created_at ${direction}, event.id ${direction}`;

/** A page, newest first. */
export const SELECT_NEWEST_FIRST = pageOf('desc');

/** A page, oldest first. */
export const SELECT_OLDEST_FIRST = pageOf('asc');

/** One event $3. */
export const SELECT_EVENT = `
  select ${COLUMNS} from alert join alert_event event on event.alert_id = alert.id ${STATES} where ${OWN_ALERT}
    and event.id = $3`;

/** One event $3 with the criteria that made it and the states around the change. */
export const SELECT_EVIDENCE = `
  select ${COLUMNS}, after.online, before.online as online_before, event.criteria_version,
    event.criteria_version = alert.criteria_version as is_current,
    case when event.criteria_version = alert.criteria_version then alert.criteria else history.criteria end as criteria
  from alert
  join alert_event event on event.alert_id = alert.id
  left join alert_criteria_history history on history.alert_id = alert.id
    and history.criteria_version = event.criteria_version
  ${STATES}
  where ${OWN_ALERT} and event.id = $3`;
