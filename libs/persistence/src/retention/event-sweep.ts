import { LOCK_ALERTS } from '../alerts/statements/commit-step.js';
import type { Database, Transaction } from '../database/database.js';
import { firstIdAt, LAST_ID } from '../database/new-id.js';
import { LOCK_NOTIFICATIONS } from '../erasure/statements/erase-events.js';
import {
  DELETE_OLD_ATTEMPTS,
  DELETE_OLD_EVENTS,
  DELETE_SPENT_CRITERIA,
  SELECT_OLD_ATTEMPTS,
  SELECT_OLD_EVENTS,
} from './statements/old-events.js';
import type { Sweep, SweepPosition, SweptPortion } from './sweep.js';

/** Rows of one transaction, some 50 ms: until it ends, alerts are not matched with what others commit meanwhile. */
const PORTION = 1_000;
/** Alerts or accounts that are asked at once, most of which have nothing old. */
const OWNERS = 500;

interface OldRow {
  readonly ownerId: string;
  /** Null where the owner has none. */
  readonly id: string | null;
  readonly deliveryId: string | null;
  readonly alertId: string | null;
}

/** Events of alerts, and with each the record of what was sent of it. */
export class EventSweep implements Sweep {
  constructor(private readonly database: Database) {}

  async portion(from: SweepPosition, cutoff: Date): Promise<SweptPortion> {
    const { old, next } = await readOld(this.database, SELECT_OLD_EVENTS, from, cutoff);
    if (old.length === 0) return { removed: {}, waiting: 0, next };
    return this.database.transaction(async (transaction) => {
      await lock(transaction, old);
      const [gone] = await transaction.query<{
        events: number;
        notifications: number;
        oldestKept: Date | null;
        alertIds: string[];
        versions: number[];
      }>(DELETE_OLD_EVENTS, [...keys(old), cutoff]);
      const { events, notifications, oldestKept, alertIds, versions } = gone!;
      const [criteria] = await transaction.query<{ count: number }>(DELETE_SPENT_CRITERIA, [alertIds, versions]);
      return {
        removed: { alert_event: events, event_notification: notifications, alert_criteria_history: criteria!.count },
        waiting: old.length - events,
        oldestKept,
        next,
      };
    });
  }
}

/** The record of what was sent, where it is kept for a shorter time than the events; tests of destinations, too. */
export class NotificationSweep implements Sweep {
  constructor(private readonly database: Database) {}

  async portion(from: SweepPosition, cutoff: Date): Promise<SweptPortion> {
    const { old, next } = await readOld(this.database, SELECT_OLD_ATTEMPTS, from, cutoff);
    if (old.length === 0) return { removed: {}, waiting: 0, next };
    return this.database.transaction(async (transaction) => {
      await lock(transaction, old);
      const [gone] = await transaction.query<{ notifications: number }>(DELETE_OLD_ATTEMPTS, [...keys(old), cutoff]);
      const { notifications } = gone!;
      return { removed: { event_notification: notifications }, waiting: old.length - notifications, next };
    });
  }
}

/** The next portion, read before a transaction has an id. */
async function readOld(
  database: Database,
  statement: string,
  from: SweepPosition,
  cutoff: Date,
): Promise<{ old: (OldRow & { id: string })[]; next: SweepPosition | null }> {
  const values = [from.ownerId, from.id, firstIdAt(cutoff), cutoff, OWNERS, PORTION];
  const rows = await database.query<OldRow>(statement, values);
  const old = rows.filter((row): row is OldRow & { id: string } => row.id !== null);
  const last = rows.at(-1);
  const isLast = rows.length < PORTION && new Set(rows.map(({ ownerId }) => ownerId)).size < OWNERS;
  return { old, next: last === undefined || isLast ? null : { ownerId: last.ownerId, id: last.id ?? LAST_ID } };
}

/**
 * Whoever sends something again has locked its alert, so it has queued it before, or finds it gone. In the order of
 * matching and of an erasure: alerts, then attempts.
 */
async function lock(transaction: Transaction, old: readonly OldRow[]): Promise<void> {
  await transaction.query(LOCK_ALERTS, [distinct(old.map(({ alertId }) => alertId))]);
  await transaction.query(LOCK_NOTIFICATIONS, [distinct(old.map(({ deliveryId }) => deliveryId))]);
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null);
const keys = (old: readonly OldRow[]) => [old.map(({ ownerId }) => ownerId), old.map(({ id }) => id)];
