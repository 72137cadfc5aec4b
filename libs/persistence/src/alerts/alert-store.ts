import {
  ALERT_EVENT_TYPES,
  shardOf,
  type AlertDraft,
  type AlertEventType,
  type Destination,
} from '@gable/domain/alert';
import { isNotified } from '@gable/domain/delivery';
import type { Criteria } from '@gable/domain/criteria';
import type { Sealer } from '@gable/runtime';
import type { Database, Queryable, Transaction } from '../database.js';
import { newId } from '../new-id.js';
import {
  COUNT_ALERTS,
  INSERT_ALERT,
  KEEP_CRITERIA,
  REMOVE_ALERT,
  SELECT_ALERTS,
  SELECT_DESTINATION_STATUS,
  UPDATE_ALERT,
} from './alert-statements.js';
import { ensureDestination, subscribeAgain, welcomeDestination } from '../delivery/destinations.js';
import { skipElsewhere, skipEvents, skipQueued, skipUnnotified } from '../delivery/skip-notifications.js';
import { previousSigningKeyPlace, signingKeyPlace } from '../signing-key-places.js';
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
    await within.query(INSERT_ALERT, [
      id,
      accountId,
      shardOf(id),
      draft.name,
      draft.active,
      draft.searchMode,
      json(draft.classicFilters),
      json(draft.criteria),
      shapeIdsOf(draft.criteria),
      json(draft.notificationConfig),
      destination?.id ?? null,
      this.sealer.seal(draft.signingKey, signingKeyPlace(id)),
      now,
    ]);
    if (destination !== null) await welcomeDestination(within, destination.endpointId, now);
    return {
      ...draft,
      id,
      accountId,
      criteriaVersion: 1,
      destinationId: destination?.id ?? null,
      destinationStatus: destination && (await destinationStatusOf(within, id)),
      previousSigningKey: null,
      createdAt: now,
      updatedAt: now,
    };
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
      const current = await this.findOne(transaction, accountId, id, 'for update of alert');
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
      await this.update(transaction, next);
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
    return this.findOne(this.database, accountId, id);
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
      this.database.query<AlertRow>(`${SELECT_ALERTS} and alert.account_id = $1 order by alert.id offset $2 limit $3`, [
        accountId,
        offset,
        limit,
      ]),
    ]);
    return { items: rows.map((row) => storedAlert(row, this.sealer)), total: count!.count };
  }

  private async findOne(queryable: Queryable, accountId: string, id: string, lock = ''): Promise<StoredAlert | null> {
    const [row] = await queryable.query<AlertRow>(
      `${SELECT_ALERTS} and alert.account_id = $1 and alert.id = $2 ${lock}`,
      [accountId, id],
    );
    return row === undefined ? null : storedAlert(row, this.sealer);
  }

  private async update(transaction: Transaction, alert: StoredAlert): Promise<void> {
    const { id, previousSigningKey: previous } = alert;
    await transaction.query(UPDATE_ALERT, [
      alert.accountId,
      id,
      alert.name,
      alert.active,
      alert.searchMode,
      json(alert.classicFilters),
      json(alert.criteria),
      alert.criteriaVersion,
      shapeIdsOf(alert.criteria),
      json(alert.notificationConfig),
      alert.destinationId,
      this.sealer.seal(alert.signingKey, signingKeyPlace(id)),
      previous && this.sealer.seal(previous.key, previousSigningKeyPlace(id)),
      previous && previous.until,
      alert.updatedAt,
    ]);
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

/** The ids of all shapes the tree uses, each once. */
function shapeIdsOf({ conditions, children }: Criteria): string[] {
  const own = conditions.flatMap((condition) =>
    condition.kind === 'shape' ? [...(condition.included ?? []), ...(condition.excluded ?? [])] : [],
  );
  return [...new Set([...own.map(({ id }) => id), ...children.flatMap(shapeIdsOf)])];
}

function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
