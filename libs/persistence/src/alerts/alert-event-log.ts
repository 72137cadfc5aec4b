import type { Queryable } from '../database/database.js';
import { FIRST_ID, firstIdAt, LAST_ID } from '../database/new-id.js';
import { viewStates } from '../records/shown-state.js';
import { storedEvent, type EventRow, type StoredAlertEvent } from './stored-event.js';
import { READ_EVENT_LOG, READ_EVENT_LOG_BACKWARDS, SELECT_HORIZON } from './statements/event-log.js';

/** Which events of an account are read. Both bounds hold; none of them: from one end. */
export interface EventLogRange {
  /** By id, and so by time: the oldest that is kept first, or the newest that is told. */
  readonly direction: 'asc' | 'desc';
  /** Behind the event of this id, in the order asked for; it need not exist any more. */
  readonly after?: string;
  /** Recorded at this moment or later, ISO 8601. */
  readonly since?: string;
  readonly limit: number;
}

/** Events in the order asked for. */
export interface EventLogPage {
  readonly events: readonly StoredAlertEvent[];
  /** The id to go on behind; null where no further event is there, or none yet. */
  readonly next: string | null;
}

/** The events of all alerts of an account in one order, to which events are only ever added at the end. */
export class AlertEventLog {
  constructor(private readonly database: Queryable) {}

  /**
   * One page. Steps of matching end in another order than they began: what is younger than the oldest under way is not
   * told yet, so that who goes on behind the last id misses none. Events of an earlier release are not in the log.
   */
  async read(accountId: string, { direction, after, since, limit }: EventLogRange): Promise<EventLogPage> {
    const [row] = await this.database.query<{ horizon: Date }>(SELECT_HORIZON);
    const [statement, begin] = direction === 'asc' ? [READ_EVENT_LOG, FIRST_ID] : [READ_EVENT_LOG_BACKWARDS, LAST_ID];
    const from = since === undefined ? FIRST_ID : firstIdAt(new Date(since));
    const parameters = [accountId, after ?? begin, from, firstIdAt(row!.horizon), limit + 1];
    const rows = await this.database.query<LogRow>(statement, parameters);
    const shown = rows.slice(0, limit).filter((logged): logged is ShownRow => logged.id !== null);
    const listings = await viewStates(this.database, shown);
    return {
      events: shown.map((event, i) => ({ ...storedEvent(event), listing: listings[i]! })),
      next: rows.length > limit ? rows[limit - 1]!.logId : null,
    };
  }
}

type ShownRow = EventRow & { logId: string };
/** Of an event that cannot be shown all but the first is null. */
type LogRow = ShownRow | (Record<keyof EventRow, null> & { logId: string });
