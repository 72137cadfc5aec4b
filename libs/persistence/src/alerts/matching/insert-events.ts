import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import type { Transaction } from '../../database.js';
import { intArray, uuidArray } from '../../array-literals.js';
import type { DecidedEvent } from './consumer-rows.js';

/** An event with its id, which ascends with time, and the delivery that tells it. */
export interface EventRow extends DecidedEvent {
  readonly id: string;
  readonly deliveryId: string | null;
}

/**
 * Writes events and answers those that did not stand there already: (alert, listing, type, revision) is written once.
 */
export async function insertEvents(
  transaction: Transaction,
  events: readonly EventRow[],
  now: Date,
): Promise<readonly EventRow[]> {
  const [row] = await transaction.query<{ ids: string[] | null }>(INSERT_EVENTS, [
    uuidArray(events, ({ id }) => id),
    uuidArray(events, ({ alertId }) => alertId),
    uuidArray(events, ({ change }) => change.propertyId),
    uuidArray(events, ({ change }) => change.listingId),
    intArray(events, ({ change }) => change.revisionId),
    intArray(events, ({ type }) => TYPE_CODES.get(type)!),
    intArray(events, ({ criteriaVersion }) => criteriaVersion),
    uuidArray(events, ({ deliveryId }) => deliveryId),
    now,
    events.length,
  ]);
  if (row!.ids === null) return events;
  const written = new Set(row!.ids);
  return events.filter(({ id }) => written.has(id));
}

const TYPE_CODES: ReadonlyMap<string, number> = new Map(ALERT_EVENT_TYPES.map((type, code) => [type, code]));

// In the order of the indexes, which all begin with the alert: neighbours go to the same page. The ids come back only
// where some are missing, which is rare: ten thousand rows are slow to read.
const INSERT_EVENTS = `
  with written as (
    insert into alert_event
      (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version, delivery_id, created_at)
    select new.*, $9::timestamptz
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::smallint[], $7::int[], $8::uuid[])
      as new(id, alert_id)
    order by alert_id, id
    on conflict on constraint alert_event_once do nothing
    returning id
  )
  select case when count(*) < $10::int then coalesce(array_agg(id), '{}') end as ids from written`;
