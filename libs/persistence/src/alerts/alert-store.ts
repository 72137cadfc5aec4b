import { DEFAULT_QUOTAS, type Quotas } from '@gable/domain';
import {
  ALERT_EVENT_TYPES,
  isSameAlert,
  shardOf,
  type AlertDraft,
  type AlertEventType,
  type Destination,
} from '@gable/domain/alert';
import { isNotified } from '@gable/domain/delivery';
import type { Sealer } from '@gable/runtime';
import { readCountedPage, type CountedPage } from '../accounts/counted-page.js';
import { takeRoom } from '../accounts/room.js';
import { PAGE_OF_ALERTS } from '../accounts/statements/counted-pages.js';
import type { Database, Queryable, Transaction } from '../database/database.js';
import { newId } from '../database/new-id.js';
import {
  FIND_ALERT,
  INSERT_ALERT,
  KEEP_CRITERIA,
  LOCK_ALERT,
  SELECT_PAGE,
  SELECT_DESTINATION_STATUS,
  UPDATE_ALERT,
} from './statements/alerts.js';
import { ensureDestination, subscribeAgain, welcomeDestination } from '../delivery/destinations.js';
import { orderSkip } from '../delivery/order-skip.js';
import { holdShapes } from '../geography/hold-shapes.js';
import { shapeIdsOf, shapeReferencesOf, toStoredCriteria, type StoredCriteria } from '@gable/domain/criteria';
import { alertCells, json } from './alert-cells.js';
import { removeAlert } from './remove-alert.js';
import {
  destinationStatus,
  storedAlert,
  type AlertRow,
  type AlertRowWithText,
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
    private readonly quotas: Quotas = DEFAULT_QUOTAS,
  ) {}

  /**
   * Keeps a new alert, in a transaction of its own or in the one given. It is about changes that commit from now on.
   * @throws QuotaExceeded
   * @throws ShapeMissing where a shape of its criteria was removed since they were read
   */
  async create(accountId: string, draft: AlertDraft, now: Date, within?: Transaction): Promise<StoredAlert> {
    if (within === undefined)
      return this.database.transaction((transaction) => this.create(accountId, draft, now, transaction));
    const id = newId(now);
    const destination = draft.destination && (await ensureDestination(within, accountId, draft.destination, now));
    const alert: StoredAlert = {
      ...draft,
      criteria: toStoredCriteria(draft.criteria),
      id,
      accountId,
      criteriaVersion: 1,
      destinationId: destination?.id ?? null,
      destinationStatus: null,
      previousSigningKey: null,
      createdAt: now,
      updatedAt: now,
    };
    const positions = await holdPositions(within, accountId, draft.criteria);
    await within.query(INSERT_ALERT, [...alertCells(alert, positions, this.sealer), shardOf(id)]);
    if (destination !== null) await welcomeDestination(within, destination.endpointId, now);
    await takeRoom(within, accountId, 'alerts', this.quotas);
    return destination === null ? alert : { ...alert, destinationStatus: await destinationStatusOf(within, id) };
  }

  /**
   * Makes of an alert what `change` says; what it throws leaves the alert as it was. It is asked first of the alert as
   * it stands: where that stays the same, nothing is written and nobody waits. Else it is asked again while nobody else
   * can change the alert. What is queued and no longer wanted is not sent any more, from the moment this commits.
   * `alongside` writes in the same transaction. null where there is no such alert.
   * @throws ShapeMissing as `create` does
   */
  async replace(
    accountId: string,
    id: string,
    change: (current: StoredAlert) => AlertDraft,
    now: Date,
    alongside: (transaction: Transaction, next: StoredAlert, before: StoredAlert) => Promise<void> = nothing,
  ): Promise<StoredAlert | null> {
    const seen = await this.find(accountId, id);
    if (seen === null || isSameAlert(asStored(change(seen)), seen)) return seen;
    return this.database.transaction(async (transaction) => {
      await transaction.query(LOCK_ALERT, [accountId, id]);
      const current = await this.findOne(transaction, accountId, id);
      if (current === null) return null;
      const draft = change(current);
      const isMoved = !isSameDestination(draft.destination, current.destination);
      const destination =
        isMoved && draft.destination ? await ensureDestination(transaction, accountId, draft.destination, now) : null;
      const criteria = toStoredCriteria(draft.criteria);
      const criteriaChange = json(criteria) !== json(current.criteria);
      if (criteriaChange) await transaction.query(KEEP_CRITERIA, [accountId, id]);
      const next: StoredAlert = {
        ...draft,
        criteria,
        id,
        accountId,
        destinationId: isMoved ? (destination?.id ?? null) : current.destinationId,
        destinationStatus: current.destinationStatus,
        createdAt: current.createdAt,
        updatedAt: now,
        criteriaVersion: current.criteriaVersion + (criteriaChange ? 1 : 0),
        previousSigningKey: previousKey(current, draft, now),
      };
      const positions = await holdPositions(transaction, accountId, criteria);
      await transaction.query(UPDATE_ALERT, alertCells(next, positions, this.sealer));
      if (isMoved) await subscribeAgain(transaction, id);
      if (destination !== null) await welcomeDestination(transaction, destination.endpointId, now);
      await skipUnwanted(transaction, current, next, now);
      await alongside(transaction, next, current);
      return isMoved ? { ...next, destinationStatus: await destinationStatusOf(transaction, id) } : next;
    });
  }

  /**
   * Removes an alert: it is gone for its owner, and what it still had to send is SKIPPED. What it recorded stays
   * readable until upkeep sweeps it; so the criteria are kept, and with them the shapes that explain its events.
   * `alongside` writes in the same transaction.
   */
  async remove(
    accountId: string,
    id: string,
    now: Date,
    alongside: (transaction: Transaction) => Promise<void> = nothing,
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const isRemoved = await removeAlert(transaction, accountId, id, now);
      if (isRemoved) await alongside(transaction);
      return isRemoved;
    });
  }

  async find(accountId: string, id: string): Promise<StoredAlert | null> {
    return this.findOne(this.database, accountId, id);
  }

  /**
   * What `answer` makes of the account's alerts, oldest first, so that one made while somebody reads on moves no page;
   * and how many there are. One alert is read after the other: a page of large ones is never in memory as a whole.
   */
  async list<Answer>(
    accountId: string,
    range: { offset: number; limit: number },
    answer: (alert: StoredAlert) => Answer | Promise<Answer>,
  ): Promise<CountedPage<Answer>> {
    return readCountedPage(this.database, PAGE_OF_ALERTS, accountId, range, async (ids) => {
      const answers: Answer[] = [];
      for (const row of await this.database.query<AlertRowWithText>(SELECT_PAGE, [accountId, ids])) {
        const criteria = JSON.parse(row.criteria) as StoredCriteria;
        answers.push(await answer(storedAlert({ ...row, criteria }, this.sealer)));
      }
      return answers;
    });
  }

  private async findOne(queryable: Queryable, accountId: string, id: string): Promise<StoredAlert | null> {
    const [row] = await queryable.query<AlertRow>(FIND_ALERT, [accountId, id]);
    return row === undefined ? null : storedAlert(row, this.sealer);
  }
}

const nothing = (): Promise<void> => Promise.resolve();

/** Criteria name their shapes, as in the store. */
function asStored(draft: AlertDraft): AlertDraft {
  return { ...draft, criteria: toStoredCriteria(draft.criteria) };
}

/** Positions of the shapes that criteria name, which nobody removes until the transaction ends. */
async function holdPositions(transaction: Transaction, accountId: string, criteria: StoredCriteria): Promise<number> {
  const positions = await holdShapes(transaction, accountId, shapeIdsOf(criteria));
  return shapeReferencesOf(criteria).reduce((sum, id) => sum + positions.get(id)!, 0);
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
    if (before.active) await orderSkip(transaction, after.id, { reason: 'ALERT_INACTIVE' }, now);
    return;
  }
  if (before.destinationId !== after.destinationId) {
    const reason = after.destinationId === null ? 'DESTINATION_REMOVED' : 'DESTINATION_CHANGED';
    await orderSkip(transaction, after.id, { reason }, now);
  }
  const notified = notifiedTypes(after);
  if (notifiedTypes(before).some((type) => !notified.includes(type)))
    await orderSkip(transaction, after.id, { reason: 'RULE_OFF', notified }, now);
}

function notifiedTypes({ notificationConfig }: StoredAlert): AlertEventType[] {
  return ALERT_EVENT_TYPES.filter((type) => isNotified(notificationConfig, type));
}
