import type { Database, Transaction } from '../../database/database.js';
import { newId } from '../../database/new-id.js';
import { writeDeadChanges } from './dead-letter-store.js';
import { insertEvents, type EventRow } from './insert-events.js';
import {
  insertNotifications,
  lockNotifiedAlerts,
  readMails,
  type AlertMails,
  type NotifiedAlert,
} from './insert-notifications.js';
import { ShardsMovedOn } from './consumer-errors.js';
import type { DeadChange, DecidedEvent, OwnedShard } from './consumer-rows.js';
import { MOVE_POSITIONS } from '../statements/commit-step.js';

/** What one step of matching decided, to be committed whole or not at all. */
export interface ConsumerStep {
  readonly workerId: number;
  /** The shards that stand at `from` and go to `through`. */
  readonly shards: readonly OwnedShard[];
  readonly from: number;
  readonly through: number;
  readonly events: readonly DecidedEvent[];
  readonly dead: readonly DeadChange[];
}

/** Rows that a step wrote; fewer events than decided where some stood there already. */
export interface WrittenStep {
  readonly events: number;
  readonly notifications: number;
}

/** One change may concern every alert there is: its rows go in portions, all in one transaction. */
const EVENTS_OF_A_STATEMENT = 10_000;

/** Writes events, their notifications and the position in one transaction. */
export class StepWriter {
  constructor(private readonly database: Database) {}

  /** Throws ShardsMovedOn or AlertsMovedOn and writes nothing where the step no longer holds. */
  async commit(step: ConsumerStep, now: Date): Promise<WrittenStep> {
    return this.database.transaction(async (transaction) => {
      await movePositions(transaction, step);
      if (step.dead.length > 0) await writeDeadChanges(transaction, step.dead, now);
      if (step.events.length === 0) return { events: 0, notifications: 0 };
      const notified = await lockNotifiedAlerts(transaction, step.events);
      const mails = await readMails(transaction, notified);
      const written = { events: 0, notifications: 0 };
      for (let i = 0; i < step.events.length; i += EVENTS_OF_A_STATEMENT) {
        const events = await insertEvents(
          transaction,
          eventRows(step.events.slice(i, i + EVENTS_OF_A_STATEMENT), notified, mails),
          now,
        );
        written.events += events.length;
        written.notifications += await insertNotifications(transaction, events, notified, mails, now);
      }
      return written;
    });
  }
}

async function movePositions(
  transaction: Transaction,
  { workerId, shards, from, through }: ConsumerStep,
): Promise<void> {
  const moved = await transaction.query(MOVE_POSITIONS, [
    shards.map(({ shard }) => shard),
    shards.map(({ epoch }) => epoch),
    from,
    through,
    workerId,
  ]);
  if (moved.length !== shards.length)
    throw new ShardsMovedOn(
      `${shards.length - moved.length} of ${shards.length} shards are no longer where worker ${workerId} left them.`,
    );
}

/**
 * Every event has a webhook of its own; a mail gathers them, those of an earlier step too, until the sender takes it.
 */
function eventRows(
  events: readonly DecidedEvent[],
  notified: ReadonlyMap<string, NotifiedAlert>,
  mails: AlertMails,
): EventRow[] {
  return events.map((event) => {
    const id = newId();
    return { ...event, id, deliveryId: event.isNotified ? deliveryOf(id, notified.get(event.alertId)!, mails) : null };
  });
}

function deliveryOf(eventId: string, { alertId, channel }: NotifiedAlert, { open }: AlertMails): string {
  if (channel === 'WEBHOOK') return eventId;
  const mail = open.get(alertId) ?? newId();
  open.set(alertId, mail);
  return mail;
}
