import { LOOKED_AT } from '../../database/endless-list.js';
import { EVENT_COLUMNS, STATES_OF_EVENTS } from '../statement-fragments.js';

/**
 * The door of every statement here: $1 the account, $2 the alert. One that was removed is there for its events as long
 * as it has any.
 */
const OWN_ALERT = `alert.account_id = $1 and alert.id = $2
  and (alert.deleted_at is null or exists (select from alert_event kept where kept.alert_id = alert.id))`;

type Direction = 'asc' | 'desc';

const ORDERS: { readonly [D in Direction]: string } = {
  asc: 'order by event.created_at asc, event.id asc',
  desc: 'order by event.created_at desc, event.id desc',
};

/** @throws RangeError where a caller without types names another direction: none becomes a part of a statement */
function inOrder(direction: Direction): string {
  if (!Object.hasOwn(ORDERS, direction)) throw new RangeError('direction: expects one of asc, desc');
  return ORDERS[direction];
}

/** Events of a period, of every type. $3 to $6 the bounds; a null bounds nothing */
const OF_PERIOD = `
  event.alert_id = (select alert.id from alert where ${OWN_ALERT})
  and ($3::timestamptz is null or event.created_at >= $3) and ($4::timestamptz is null or event.created_at <= $4)
  and ($5::timestamptz is null or event.created_at > $5) and ($6::timestamptz is null or event.created_at < $6)`;

const ofTypes = (types: string) => `(${types}::smallint[] is null or event.event_type = any(${types}))`;

/** Behind the event $7, $8; nulls are before the first. */
const behind = (direction: Direction) =>
  `($7::timestamptz is null or (event.created_at, event.id) ${direction === 'asc' ? '>' : '<'} ($7, $8::uuid))`;

/**
 * Of the first events of a period: how many there are, and how many of the types $7 (null asks for all). No row where
 * the account has no such alert.
 */
export const countEvents = (direction: Direction) => `
  select counted.* from alert, lateral (
    select count(*) as seen, count(*) filter (where ${ofTypes('$7')}) as selected
    from (select event.event_type from alert_event event where ${OF_PERIOD} ${inOrder(direction)} limit ${LOOKED_AT})
      event
  ) counted
  where ${OWN_ALERT}`;

/**
 * A page behind $7, $8, of the types $9, from $10 on, $11 at most. It is cut out of the index before anything else is
 * fetched. Where types are asked for, only so many events are looked at.
 */
export const readEvents = (direction: Direction) => `
  with looked_at as (
    select event.id, event.created_at, event.event_type from alert_event event
    where ${OF_PERIOD} and ${behind(direction)} ${inOrder(direction)}
    limit case when $9::smallint[] is null then null else ${LOOKED_AT} end
  ), page as materialized (
    select event.id from looked_at event where ${ofTypes('$9')} ${inOrder(direction)} offset $10 limit $11
  )
  select ${EVENT_COLUMNS}
  from page join alert_event event on event.alert_id = $2 and event.id = page.id ${STATES_OF_EVENTS}
  ${inOrder(direction)}`;

/** The last event that a page with types looks at; no row where the list ends before. */
export const readLastLookedAt = (direction: Direction) => `
  select event.created_at as "createdAt", event.id from alert_event event
  where ${OF_PERIOD} and ${behind(direction)} ${inOrder(direction)}
  offset ${LOOKED_AT - 1} limit 1`;

/** What the builders make. */
export const SAMPLES = {
  countEvents: [countEvents('asc'), countEvents('desc')],
  readEvents: [readEvents('asc'), readEvents('desc')],
  readLastLookedAt: [readLastLookedAt('asc'), readLastLookedAt('desc')],
};

/** One event $3. */
export const SELECT_EVENT = `
  select ${EVENT_COLUMNS} from alert join alert_event event on event.alert_id = alert.id ${STATES_OF_EVENTS}
  where ${OWN_ALERT} and event.id = $3`;

/** One event $3 with the criteria that made it and the states around the change. */
export const SELECT_EVIDENCE = `
  select ${EVENT_COLUMNS}, after.online, before.online as online_before, asked_after.past,
    asked_before.past as past_before, event.criteria_version,
    event.criteria_version = alert.criteria_version as is_current,
    coalesce(history.criteria, alert.criteria) as criteria
  from alert
  join alert_event event on event.alert_id = alert.id
  left join alert_criteria_history history on history.alert_id = alert.id
    and history.criteria_version = event.criteria_version
  ${STATES_OF_EVENTS}
  left join listing_state asked_after on asked_after.listing_id = after.listing_id
    and asked_after.revision_id = after.revision_id
  left join listing_state asked_before on asked_before.listing_id = before.listing_id
    and asked_before.revision_id = before.revision_id
  where ${OWN_ALERT} and event.id = $3`;
