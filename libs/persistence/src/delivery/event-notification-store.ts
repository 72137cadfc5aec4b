import type { DestinationChannel } from '@gable/domain/alert';
import { skipMessage, type SkipReason } from '@gable/domain/delivery';
import type { Queryable } from '../database/database.js';
import { LOOKED_AT, readEndlessPage } from '../database/endless-list.js';
import type { EndlessPage, ListCount, ListPosition, ListRange } from '../database/endless-list.js';
import {
  countAttempts,
  FIND_ALERT,
  FIND_ATTEMPT,
  readAttempts,
  readLastLookedAt,
  type AttemptSet,
} from './statements/read-attempts.js';
import { noticeOf, type WaitingRow } from './waiting-rows.js';

/** Every state of an attempt; the migration checks for the same. */
export const NOTIFICATION_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'SUSPENDED', 'SKIPPED'] as const;
/** One of NOTIFICATION_STATUSES. */
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** One attempt of one delivery. */
export interface StoredNotification {
  id: string;
  alertId: string;
  /** The event notified, the first of several; null for a test. */
  eventId: string | null;
  /** All events notified, oldest first. */
  eventIds: string[];
  channel: DestinationChannel;
  destinationAddress: string;
  status: NotificationStatus;
  attemptNumber: number;
  scheduledAt: Date | null;
  deliveredAt: Date | null;
  responseStatus: number | null;
  /** Why it failed or was skipped; of one that is due and does not go out, what it waits for. */
  lastErrorMessage: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** All that are set must hold. */
export interface NotificationFilter {
  alertId?: string;
  status?: NotificationStatus;
  channel?: DestinationChannel;
}

/** Attempts to notify somebody of events. Each belongs to one account, and stays readable when its alert is gone. */
export class EventNotificationStore {
  constructor(private readonly database: Queryable) {}

  /** One page, newest first. */
  async list(
    accountId: string,
    filter: NotificationFilter,
    range: ListRange,
  ): Promise<EndlessPage<StoredNotification>> {
    const { alertId, status, channel } = filter;
    const set = setOf(filter);
    const stored = status === 'SUSPENDED' ? 'PENDING' : (status ?? null);
    // What waits is shown as what keeps it: a breaker, or an alert that was switched off.
    const isShown = stored === 'PENDING' || stored === 'SKIPPED';
    const isFiltered = channel !== undefined || isShown || (status !== undefined && set !== 'ofStatus');
    const selected = [accountId, alertId ?? null, stored, isShown ? status : null, channel ?? null];
    return readEndlessPage(
      {
        isFiltered,
        count: async () => (await this.database.query<ListCount>(countAttempts(set), selected))[0]!,
        read: async ({ after, offset, limit }) => {
          const parameters = [...selected, after?.id ?? null, offset, limit, isFiltered ? LOOKED_AT : null];
          return (await this.database.query<NotificationRow>(readAttempts(set), parameters)).map(storedNotification);
        },
        lastLookedAt: async ({ after }) => {
          const others = { ofAccount: [], ofAlert: [alertId], ofStatus: [stored] };
          const parameters = [after?.id ?? null, accountId, ...others[set]];
          return (await this.database.query<ListPosition>(readLastLookedAt(set), parameters))[0] ?? null;
        },
      },
      range,
    );
  }

  /** Those of one alert; null when the account has no such alert. */
  async listOfAlert(
    accountId: string,
    alertId: string,
    filter: Omit<NotificationFilter, 'alertId'>,
    range: ListRange,
  ): Promise<EndlessPage<StoredNotification> | null> {
    const [alert] = await this.database.query(FIND_ALERT, [accountId, alertId]);
    return alert === undefined ? null : this.list(accountId, { ...filter, alertId }, range);
  }

  /** null when the account has no such notification. */
  async find(accountId: string, id: string): Promise<StoredNotification | null> {
    const [found] = await this.database.query<NotificationRow>(FIND_ATTEMPT, [accountId, id]);
    return found === undefined ? null : storedNotification(found);
  }
}

/**
 * The smallest set that an index has in order. Most attempts are DELIVERED: no index is kept of those. SKIPPED are also
 * some that are stored as PENDING.
 */
function setOf({ alertId, status }: NotificationFilter): AttemptSet {
  if (alertId !== undefined) return 'ofAlert';
  return status === undefined || status === 'DELIVERED' || status === 'SKIPPED' ? 'ofAccount' : 'ofStatus';
}

/** Nothing is written to attempts that wait: their endpoint says why, for all of them. */
interface NotificationRow extends StoredNotification {
  waiting: WaitingRow | null;
  /** Set where it is not sent any more, and the sweep has not come to it yet. */
  skipReason: SkipReason | null;
}

function storedNotification({ waiting, skipReason, ...notification }: NotificationRow): StoredNotification {
  if (skipReason !== null) return { ...notification, scheduledAt: null, lastErrorMessage: skipMessage(skipReason) };
  return waiting === null
    ? notification
    : { ...notification, lastErrorMessage: noticeOf(waiting) ?? notification.lastErrorMessage };
}
