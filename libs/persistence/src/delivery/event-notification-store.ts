import type { DestinationChannel } from '@gable/domain/alert';
import type { Queryable } from '../database/database.js';
import { COUNT_ATTEMPTS, FIND_ALERT, FIND_ATTEMPT, READ_PAGE } from './statements/read-attempts.js';
import { noticeOf, type WaitingRow } from './waiting-rows.js';

/** Every state of an attempt; the migration checks for the same. */
export const NOTIFICATION_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'SUSPENDED', 'SKIPPED'] as const;
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

  /** One page, newest first, and the number of all. */
  async list(
    accountId: string,
    { alertId, status, channel }: NotificationFilter,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: StoredNotification[]; total: number }> {
    const parameters = [accountId, alertId ?? null, status ?? null, channel ?? null];
    const [counted] = await this.database.query<{ total: number }>(COUNT_ATTEMPTS, parameters);
    if (offset >= counted!.total) return { items: [], total: counted!.total };
    const rows = await this.database.query<NotificationRow>(READ_PAGE, [...parameters, offset, limit]);
    return { items: rows.map(storedNotification), total: counted!.total };
  }

  /** Those of one alert; null when the account has no such alert. */
  async listOfAlert(
    accountId: string,
    alertId: string,
    filter: Omit<NotificationFilter, 'alertId'>,
    range: { offset: number; limit: number },
  ): Promise<{ items: StoredNotification[]; total: number } | null> {
    const [alert] = await this.database.query(FIND_ALERT, [accountId, alertId]);
    return alert === undefined ? null : this.list(accountId, { ...filter, alertId }, range);
  }

  /** null when the account has no such notification. */
  async find(accountId: string, id: string): Promise<StoredNotification | null> {
    const [found] = await this.database.query<NotificationRow>(FIND_ATTEMPT, [accountId, id]);
    return found === undefined ? null : storedNotification(found);
  }
}

/** Nothing is written to attempts that wait: their endpoint says why, for all of them. */
interface NotificationRow extends StoredNotification {
  waiting: WaitingRow | null;
}

function storedNotification({ waiting, ...notification }: NotificationRow): StoredNotification {
  return waiting === null
    ? notification
    : { ...notification, lastErrorMessage: noticeOf(waiting) ?? notification.lastErrorMessage };
}
