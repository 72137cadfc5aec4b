import { NO_MAIL_YET, type MailState } from '@gable/domain/delivery';
import { EndpointStates } from './endpoint-states.js';
import type { AttemptRow, EndpointPlace, QueuedDelivery, QueueSettings } from './queue-rows.js';

/** The rows of the queue in memory, and what several of its transactions write into them. */
export class QueueTables {
  readonly attempts: AttemptRow[] = [];
  private readonly byKey = new Map<string, AttemptRow>();
  readonly queue = new Map<string, QueuedDelivery>();
  /** The events of a delivery. */
  readonly members = new Map<string, string[]>();
  readonly states: EndpointStates;
  /** When an alert may send its next mail. */
  readonly rhythms = new Map<string, MailState>();
  /** Mails that a claim holds. */
  readonly lockedMails = new Set<string>();

  constructor(
    places: readonly EndpointPlace[],
    readonly settings: QueueSettings,
  ) {
    this.states = new EndpointStates(places);
  }

  /** What waits for an endpoint and is due from a moment on, in order. */
  lane(index: number, from: number): QueuedDelivery[] {
    return [...this.queue.values()]
      .filter((each) => each.endpoint === index && each.owner === null && each.dueAt >= from)
      .sort((a, b) => a.dueAt - b.dueAt);
  }

  rhythmOf(alert: string): MailState {
    return this.rhythms.get(alert) ?? NO_MAIL_YET;
  }

  attemptOf(deliveryId: string, attemptNumber: number): AttemptRow {
    return this.byKey.get(keyOf(deliveryId, attemptNumber))!;
  }

  putBack(delivery: QueuedDelivery, now: number): void {
    Object.assign(delivery, { owner: null, isProbe: false, dueAt: now });
    if (this.settings.sabotage !== 'wake-ups forgotten') this.states.wake(delivery.endpoint, now);
  }

  giveUp(id: string, attemptNumber: number): void {
    const row = this.attemptOf(id, attemptNumber);
    Object.assign(row, { status: 'FAILED', end: 'GIVEN_UP' });
    this.queue.delete(id);
  }

  insertAttempt(row: AttemptRow): void {
    const key = keyOf(row.deliveryId, row.attemptNumber);
    if (this.byKey.has(key) && this.settings.sabotage !== 'no owner check')
      throw new Error(`attempt ${row.attemptNumber} of ${row.deliveryId} twice`);
    this.byKey.set(key, row);
    this.attempts.push(row);
  }
}

const keyOf = (deliveryId: string, attemptNumber: number): string => `${deliveryId} ${attemptNumber}`;
