import { ALERT_EVENT_TYPES } from '@gable/domain/alert';
import { firstAttempt } from '@gable/domain/delivery';
import type { Transaction } from '../../database/database.js';
import { intArray, uuidArray } from '../../database/array-literals.js';
import type { DecidedEvent } from './consumer-rows.js';
import type { NotifiedAlert } from './lock-alerts.js';
import { INSERT_EVENTS, INSERT_EVENTS_WITH_WEBHOOKS } from '../statements/commit-step.js';

/** An event with its id, which ascends with time, and the delivery that carries it. */
export interface EventRow extends DecidedEvent {
  readonly id: string;
  readonly deliveryId: string | null;
  /** The first attempt of a delivery of its own, a webhook; null where a mail tells it, or nobody. */
  readonly attemptId: string | null;
}

/** The events that did not stand there already, and how many attempts were queued. */
export interface WrittenEvents {
  readonly events: readonly EventRow[];
  readonly attempts: number;
}

/** Writes events with the webhooks that tell them. (alert, listing, type, revision) is written once, and told once. */
export async function insertEvents(
  transaction: Transaction,
  events: readonly EventRow[],
  notified: ReadonlyMap<string, NotifiedAlert>,
  now: Date,
): Promise<WrittenEvents> {
  const columns = [
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
  ];
  const targets = targetsOf(events, notified);
  const isToldByWebhook = targets.length > 0;
  const [row] = await transaction.query<{ ids: string[] | null; attempts: number }>(
    isToldByWebhook ? INSERT_EVENTS_WITH_WEBHOOKS : INSERT_EVENTS,
    isToldByWebhook ? [...columns, ...webhookColumns(events, targets, now)] : columns,
  );
  const { ids, attempts } = row!;
  if (ids === null) return { events, attempts };
  const written = new Set(ids);
  return { events: events.filter(({ id }) => written.has(id)), attempts };
}

function webhookColumns(events: readonly EventRow[], targets: readonly NotifiedAlert[], now: Date): unknown[] {
  const { attemptNumber, roundStart, dueAt } = firstAttempt(now.getTime());
  return [
    uuidArray(events, ({ attemptId }) => attemptId),
    uuidArray(targets, ({ alertId }) => alertId),
    uuidArray(targets, ({ accountId }) => accountId),
    intArray(targets, ({ endpointId }) => endpointId),
    uuidArray(targets, ({ destinationId }) => destinationId),
    targets.map(({ address }) => address),
    intArray(targets, ({ epoch }) => epoch),
    attemptNumber,
    roundStart,
    new Date(dueAt),
  ];
}

/** Where the webhooks of these events go, each alert once. */
function targetsOf(events: readonly EventRow[], notified: ReadonlyMap<string, NotifiedAlert>): NotifiedAlert[] {
  const alertIds = new Set(events.filter(({ attemptId }) => attemptId !== null).map(({ alertId }) => alertId));
  return [...alertIds].map((id) => notified.get(id)!);
}

const TYPE_CODES: ReadonlyMap<string, number> = new Map(ALERT_EVENT_TYPES.map((type, code) => [type, code]));
