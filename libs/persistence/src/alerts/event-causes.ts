import { ALERT_EVENT_TYPES, type AlertEventType } from '@gable/domain/alert';
import type { Queryable } from '../database/database.js';
import { SELECT_EVENT_CAUSES } from './statements/event-causes.js';

/** The state of a listing that made an event, and which event it made. */
export interface EventCause {
  readonly listingId: string;
  readonly revisionId: number;
  readonly type: AlertEventType;
}

/** By the ids of events; those that are gone are left out. */
export async function readEventCauses(
  database: Queryable,
  events: readonly { alertId: string; eventId: string }[],
): Promise<Map<string, EventCause>> {
  const rows = await database.query<{ id: string; listingId: string; revisionId: number; code: number }>(
    SELECT_EVENT_CAUSES,
    [events.map(({ alertId }) => alertId), events.map(({ eventId }) => eventId)],
  );
  return new Map(rows.map(({ id, code, ...state }) => [id, { ...state, type: ALERT_EVENT_TYPES[code]! }]));
}
