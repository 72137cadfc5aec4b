import type { Database, Transaction } from '../../database/database.js';
import { newId } from '../../database/new-id.js';
import { writeDeadChanges } from './dead-letter-store.js';
import { insertEvents, type EventRow } from './insert-events.js';
import { insertMails, readMails, type AlertMails } from './alert-mails.js';
import { lockNotifiedAlerts, readTargets, type NotifiedAlert } from './lock-alerts.js';
import { ShardsMovedOn } from './consumer-errors.js';
import type { ConsumedChange, DeadChange, DecidedEvent, OwnedShard } from './consumer-rows.js';
import { MOVE_POSITIONS, MOVE_POSITIONS_BACK } from '../statements/commit-step.js';

/** What a step decides: events in the order of their changes, and changes that could not be matched. */
export interface Decisions {
  readonly events: readonly DecidedEvent[];
  readonly dead: readonly DeadChange[];
  /** The step ends with this change: a position from which the next one goes on. */
  readonly through: number;
}

/** What one step of matching decided, to be committed whole or not at all. */
export interface ConsumerStep extends Decisions {
  /** The shards that stand at `from` and go to `through`. */
  readonly shards: readonly OwnedShard[];
  readonly from: number;
}

/**
 * Decides the changes of a step again for alerts that were written after it was decided. They are locked: as they are
 * now they stay until the step commits. Where it ends before the step, so does the step.
 */
export type DecideAgain = (transaction: Transaction, alertIds: ReadonlySet<string>) => Promise<Decisions>;

/** What a step came to, and how many notifications it began. */
export interface WrittenStep extends Decisions {
  readonly notifications: number;
}

/** One change may concern every alert there is: its rows go in portions, all in one transaction. */
const EVENTS_OF_A_STATEMENT = 10_000;

/** Writes events, their notifications and the position in one transaction. */
export class StepWriter {
  constructor(private readonly database: Database) {}

  /**
   * Throws ShardsMovedOn and writes nothing where the step no longer holds. Everything it writes bears one moment of
   * the database's clock, at which it was under way.
   */
  async commit(step: ConsumerStep, decideAgain: DecideAgain): Promise<WrittenStep> {
    return this.database.transaction(async (transaction) => {
      const now = await movePositions(transaction, step);
      const decisions = await settleMovedAlerts(transaction, step, decideAgain);
      const { events, dead } = decisions;
      if (dead.length > 0) await writeDeadChanges(transaction, dead, now);
      const notified = await readTargets(transaction, events);
      const mails = await readMails(transaction, notified);
      let notifications = 0;
      for (let i = 0; i < events.length; i += EVENTS_OF_A_STATEMENT) {
        const rows = eventRows(events.slice(i, i + EVENTS_OF_A_STATEMENT), notified, mails, now);
        const written = await insertEvents(transaction, rows, notified, now);
        notifications += written.attempts + (await insertMails(transaction, written.events, notified, mails, now));
      }
      return { ...decisions, notifications };
    });
  }
}

/**
 * Whoever writes an alert costs the others nothing: what was decided of them stays, and only the alerts that were
 * written since are decided again.
 */
async function settleMovedAlerts(
  transaction: Transaction,
  { shards, events, dead, through }: ConsumerStep,
  decideAgain: DecideAgain,
): Promise<Decisions> {
  const moved = await lockNotifiedAlerts(transaction, events);
  if (moved.size === 0) return { events, dead, through };
  const again = await decideAgain(transaction, moved);
  const end = Math.min(through, again.through);
  if (end < through) await transaction.query(MOVE_POSITIONS_BACK, [shards.map(({ shard }) => shard), end]);
  const isReached = ({ change }: { change: ConsumedChange }): boolean => change.id <= end;
  return {
    events: [...events.filter(({ alertId }) => !moved.has(alertId)), ...again.events].filter(isReached),
    dead: [...dead, ...again.dead].filter(isReached),
    through: end,
  };
}

async function movePositions(transaction: Transaction, { shards, from, through }: ConsumerStep): Promise<Date> {
  const moved = await transaction.query<{ now: Date }>(MOVE_POSITIONS, [
    shards.map(({ shard }) => shard),
    shards.map(({ epoch }) => epoch),
    from,
    through,
  ]);
  if (moved.length !== shards.length)
    throw new ShardsMovedOn(
      `${shards.length - moved.length} of ${shards.length} shards are no longer where this worker left them.`,
    );
  return moved[0]!.now;
}

/**
 * Every event has a webhook of its own; a mail gathers them, those of an earlier step too, until the sender takes it.
 * Field by field: objects that are spread cost ten times as much.
 */
function eventRows(
  events: readonly DecidedEvent[],
  notified: ReadonlyMap<string, NotifiedAlert>,
  mails: AlertMails,
  now: Date,
): EventRow[] {
  return events.map(({ alertId, alertXid, criteriaVersion, change, type, isNotified }) => {
    const id = newId(now);
    const channel = isNotified ? notified.get(alertId)!.channel : null;
    const deliveryId = channel === 'EMAIL' ? mailOf(alertId, mails, now) : channel && id;
    const attemptId = channel === 'WEBHOOK' ? newId(now) : null;
    return { alertId, alertXid, criteriaVersion, change, type, isNotified, id, deliveryId, attemptId };
  });
}

function mailOf(alertId: string, { open }: AlertMails, now: Date): string {
  const mail = open.get(alertId) ?? newId(now);
  open.set(alertId, mail);
  return mail;
}
