import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import type { Transaction } from '../../database/database.js';
import { intArray, uuidArray } from '../../database/array-literals.js';
import type { DecidedEvent } from './consumer-rows.js';
import { INSERT_EVENTS } from '../statements/commit-step.js';

/** An event with its id, which ascends with time, and the delivery that carries it. */
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
