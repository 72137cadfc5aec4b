import { prepared } from '../../database/prepared.js';
import { LOCKS } from '../../database/advisory-locks.js';
import { EVENT_COLUMNS, LOW_HALF, MILLISECONDS, STATES_OF_EVENTS } from '../statement-fragments.js';

/**
 * The moment before which every event that was or will be recorded can be seen by the next statement: the beginning of
 * the oldest step under way, or of this statement. The clock is read after the locks, so that no step is younger.
 */
export const SELECT_HORIZON = prepared(`
  select least(date_trunc('milliseconds', statement_timestamp()), min(to_timestamp(began / 1000.0))) as horizon
  from (
    select now - ((now - step) & ${LOW_HALF}) as began
    from (select objid::bigint as step, ${MILLISECONDS} as now from pg_locks
      where locktype = 'advisory' and classid = ${LOCKS.matchingStep} and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())) under_way
  ) steps`);

/**
 * Of the events of the account $1 those behind the id $2 in this order, from the id $3 on and before the id $4; $5 at
 * most. What cannot be shown, because its listing is being erased, is there by its id alone.
 */
const readEventLog = (behind: string, direction: string): string =>
  prepared(`
  with page as materialized (
    select event.alert_id, event.id from alert_event event
    where event.account_id = $1 and ${behind} and event.id >= $3 and event.id < $4
    order by event.id ${direction} limit $5
  ), shown as (
    select ${EVENT_COLUMNS} from page join alert_event event using (alert_id, id) ${STATES_OF_EVENTS}
  )
  select page.id as "logId", shown.* from page left join shown on shown.id = page.id order by page.id ${direction}`);

export const READ_EVENT_LOG = readEventLog('event.id > $2', 'asc');
export const READ_EVENT_LOG_BACKWARDS = readEventLog('event.id < $2', 'desc');
