import {
  ALERT_EVENT_TYPES,
  shardOf,
  type AlertDraft,
  type AlertEventType,
  type Destination,
} from '@gable/domain/alert';
import { isNotified } from '@gable/domain/delivery';
import type { Sealer } from '@gable/runtime';
import type { Database, Queryable, Transaction } from '../database/database.js';
import { newId } from '../database/new-id.js';
import {
  COUNT_ALERTS,
  FIND_ALERT,
  INSERT_ALERT,
  KEEP_CRITERIA,
  LIST_ALERTS,
  LOCK_ALERT,
  REMOVE_ALERT,
  SELECT_DESTINATION_STATUS,
  UPDATE_ALERT,
} from './statements/alerts.js';
import { ensureDestination, subscribeAgain, welcomeDestination } from '../delivery/destinations.js';
import { skipElsewhere, skipEvents, skipQueued, skipUnnotified } from '../delivery/skip-notifications.js';
import { alertCells, json } from './alert-columns.js';
import {
  destinationStatus,
  storedAlert,
  type AlertRow,
  type DestinationStatus,
  type DestinationStatusRow,
  type StoredAlert,
} from './stored-alert.js';

/** How long a replaced signing key still signs beside the new one, in milliseconds. */
export const OLD_SIGNING_KEY_MS = 24 * 3_600_000;

/** Alerts of customers. Each belongs to one account and does not exist for others. */
export class AlertStore {
  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Keeps a new alert, in a transaction of its own or in the one given. It is about changes that commit from now on.
   */
  async create(accountId: string, draft: AlertDraft, now: Date, within?: Transaction): Promise<StoredAlert> {
    if (within === undefined)
      return this.database.transaction((transaction) => this.create(accountId, draft, now, transaction));
    const id = newId();
    const destination = draft.destination && (await ensureDestination(within, accountId, draft.destination, now));
    const alert: StoredAlert = {
      ...draft,
      id,
      accountId,
      criteriaVersion: 1,
      destinationId: destination?.id ?? null,
      destinationStatus: null,
      previousSigningKey: null,
      createdAt: now,
      updatedAt: now,
    };
    await within.query(INSERT_ALERT, [...alertCells(alert, this.sealer), shardOf(id)]);
    if (destination === null) return alert;
    await welcomeDestination(within, destination.endpointId, now);
    return { ...alert, destinationStatus: await destinationStatusOf(within, id) };
  }

  /**
   * Makes of an alert what `change` says, which is called once with the alert as it stands while nobody else can change
   * it; what it throws leaves the alert as it was. Queued notifications that are no longer wanted are SKIPPED in the
   * same transaction. null where there is no such alert.
   */
  async replace(
    accountId: string,
    id: string,
    change: (current: StoredAlert) => AlertDraft,
    now: Date,
  ): Promise<StoredAlert | null> {
    return this.database.transaction(async (transaction) => {
      const current = await this.findOne(transaction, LOCK_ALERT, accountId, id);
      if (current === null) return null;
      const draft = change(current);
      const isMoved = !isSameDestination(draft.destination, current.destination);
      const destination =
        isMoved && draft.destination ? await ensureDestination(transaction, accountId, draft.destination, now) : null;
      const criteriaChange = json(draft.criteria) !== json(current.criteria);
      if (criteriaChange) await transaction.query(KEEP_CRITERIA, [accountId, id]);
      const next: StoredAlert = {
        ...draft,
        id,
        accountId,
        destinationId: isMoved ? (destination?.id ?? null) : current.destinationId,
        destinationStatus: current.destinationStatus,
        createdAt: current.createdAt,
        updatedAt: now,
        criteriaVersion: current.criteriaVersion + (criteriaChange ? 1 : 0),
        previousSigningKey: previousKey(current, draft, now),
      };
      await transaction.query(UPDATE_ALERT, alertCells(next, this.sealer));
      if (isMoved) await subscribeAgain(transaction, id);
      if (destination !== null) await welcomeDestination(transaction, destination.endpointId, now);
      await skipUnwanted(transaction, current, next, now);
      return isMoved ? { ...next, destinationStatus: await destinationStatusOf(transaction, id) } : next;
    });
  }

  /**
   * Removes an alert: it is gone for its owner, and what it still had to send is SKIPPED. Its row stays until upkeep
   * sweeps it, so that workers see it go.
   */
  async remove(accountId: string, id: string, now: Date): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const removed = await transaction.query(REMOVE_ALERT, [accountId, id, now]);
      if (removed.length > 0) await skipQueued(transaction, id, 'ALERT_DELETED', now);
      return removed.length > 0;
    });
  }

  async find(accountId: string, id: string): Promise<StoredAlert | null> {
    return this.findOne(this.database, FIND_ALERT, accountId, id);
  }

  /**
   * The account's alerts, oldest first, so that one made while somebody reads on moves no page; and how many there are.
   */
  async list(
    accountId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: StoredAlert[]; total: number }> {
    const [[count], rows] = await Promise.all([
      this.database.query<{ count: number }>(COUNT_ALERTS, [accountId]),
      this.database.query<AlertRow>(LIST_ALERTS, [accountId, offset, limit]),
    ]);
    return { items: rows.map((row) => storedAlert(row, this.sealer)), total: count!.count };
  }

  private async findOne(
    queryable: Queryable,
    statement: string,
    accountId: string,
    id: string,
  ): Promise<StoredAlert | null> {
    const [row] = await queryable.query<AlertRow>(statement, [accountId, id]);
    return row === undefined ? null : storedAlert(row, this.sealer);
  }
}

/** Read after the write: giving a destination anew brings it back. */
async function destinationStatusOf(transaction: Transaction, alertId: string): Promise<DestinationStatus | null> {
  const [row] = await transaction.query<DestinationStatusRow>(SELECT_DESTINATION_STATUS, [alertId]);
  return row === undefined ? null : destinationStatus(row);
}

function isSameDestination(one: Destination | null, other: Destination | null): boolean {
  return one?.channel === other?.channel && one?.address === other?.address;
}

/** Of two changes within a day only the latest replaced key is kept. */
function previousKey(current: StoredAlert, { signingKey }: AlertDraft, now: Date): StoredAlert['previousSigningKey'] {
  if (signingKey !== current.signingKey)
    return { key: current.signingKey, until: new Date(now.getTime() + OLD_SIGNING_KEY_MS) };
  const previous = current.previousSigningKey;
  return previous !== null && previous.until > now ? previous : null;
}

async function skipUnwanted(
  transaction: Transaction,
  before: StoredAlert,
  after: StoredAlert,
  now: Date,
): Promise<void> {
  if (!after.active) {
    if (before.active) await skipEvents(transaction, after.id, 'ALERT_INACTIVE', now);
    return;
  }
  if (before.destinationId !== after.destinationId)
    await skipElsewhere(transaction, after.id, after.destinationId, now);
  const notified = notifiedTypes(after);
  if (notifiedTypes(before).some((type) => !notified.includes(type)))
    await skipUnnotified(transaction, after.id, notified, now);
}

function notifiedTypes({ notificationConfig }: StoredAlert): AlertEventType[] {
  return ALERT_EVENT_TYPES.filter((type) => isNotified(notificationConfig, type));
}
