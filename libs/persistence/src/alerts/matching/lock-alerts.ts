import type { DestinationChannel } from '@gable/domain/alert';
import type { Transaction } from '../../database/database.js';
import { uuidArray } from '../../database/array-literals.js';
import type { DecidedEvent } from './consumer-rows.js';
import { LOCK_ALERTS, READ_TARGETS } from '../statements/commit-step.js';

/** Where an alert sends its events. */
export interface NotifiedAlert {
  readonly alertId: string;
  readonly accountId: string;
  readonly destinationId: string;
  readonly endpointId: number;
  readonly channel: DestinationChannel;
  readonly address: string;
  /** The alert's `queue_epoch`: what is queued now is ended by skips from then on. */
  readonly epoch: number;
}

/**
 * Locks the alerts that are notified of these events, until the step commits: one that is switched off waits, and then
 * finds the notifications it has to skip. Answers those that are no longer the version their events were decided with,
 * and those that are gone.
 */
export async function lockNotifiedAlerts(
  transaction: Transaction,
  events: readonly DecidedEvent[],
): Promise<ReadonlySet<string>> {
  const versions = new Map(
    events.filter(({ isNotified }) => isNotified).map(({ alertId, alertXid }) => [alertId, alertXid]),
  );
  if (versions.size === 0) return new Set();
  const locked = await transaction.query<{ alertId: string; xid: number }>(LOCK_ALERTS, [
    uuidArray([...versions.keys()], (id) => id),
  ]);
  for (const { alertId, xid } of locked) if (versions.get(alertId) === xid) versions.delete(alertId);
  return new Set(versions.keys());
}

/** Where these events are sent to. Their alerts are locked. */
export async function readTargets(
  transaction: Transaction,
  events: readonly DecidedEvent[],
): Promise<ReadonlyMap<string, NotifiedAlert>> {
  const ids = new Set(events.filter(({ isNotified }) => isNotified).map(({ alertId }) => alertId));
  if (ids.size === 0) return new Map();
  const targets = await transaction.query<NotifiedAlert>(READ_TARGETS, [uuidArray([...ids], (id) => id)]);
  return new Map(targets.map((target) => [target.alertId, target]));
}
