import type { DestinationChannel } from '@gable/domain/alert';
import type { Queryable } from '../database.js';
import { WAITING, noticeOf, type WaitingRow } from './waiting-rows.js';

/** Every state of an attempt; the migration checks for the same. */
export const NOTIFICATION_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'SUSPENDED', 'SKIPPED'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** One attempt of one delivery. */
export interface StoredNotification {
  id: string;
  alertId: string;
  /** The event told, the first of several; null for a test. */
  eventId: string | null;
  /** All events told, oldest first. */
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

/** Attempts to tell events. Each belongs to one account, and stays readable when its alert is gone. */
export class EventNotificationStore {
  constructor(private readonly database: Queryable) {}

  /** One page, newest first, and the number of all. */
  async list(
    accountId: string,
    { alertId, status, channel }: NotificationFilter,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: StoredNotification[]; total: number }> {
    const parameters = [accountId, alertId ?? null, status ?? null, channel ?? null];
    const [counted] = await this.database.query<{ total: number }>(
      `select count(*) as total from event_notification notification where ${SELECTED}`,
      parameters,
    );
    if (offset >= counted!.total) return { items: [], total: counted!.total };
    const rows = await this.database.query<NotificationRow>(PAGE, [...parameters, offset, limit]);
    return { items: rows.map(storedNotification), total: counted!.total };
  }

  /** Those of one alert; null when the account has no such alert. */
  async listOfAlert(
    accountId: string,
    alertId: string,
    filter: Omit<NotificationFilter, 'alertId'>,
    range: { offset: number; limit: number },
  ): Promise<{ items: StoredNotification[]; total: number } | null> {
    const [alert] = await this.database.query(
      'select 1 from alert where account_id = $1 and id = $2 and deleted_at is null',
      [accountId, alertId],
    );
    return alert === undefined ? null : this.list(accountId, { ...filter, alertId }, range);
  }

  /** null when the account has no such notification. */
  async find(accountId: string, id: string): Promise<StoredNotification | null> {
    const [found] = await this.database.query<NotificationRow>(
      `select ${COLUMNS} from event_notification notification where notification.account_id = $1 and notification.id = $2`,
      [accountId, id],
    );
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

// Nothing is written to attempts when a breaker opens or closes: the endpoint says it for all that wait for it.
const SHOWN_STATUS = `
  case when notification.status = 'PENDING' and notification.destination_id in (
    select destination.id from event_destination destination join delivery_endpoint endpoint on endpoint.id = destination.endpoint_id
    where destination.account_id = $1 and endpoint.opened_at is not null
  ) then 'SUSPENDED' else notification.status end`;

const SELECTED = `
  notification.account_id = $1 and ($2::uuid is null or notification.alert_id = $2)
  and ($3::text is null or (notification.status = case $3 when 'SUSPENDED' then 'PENDING' else $3 end and ${SHOWN_STATUS} = $3))
  and ($4::text is null or notification.channel = $4)`;

// The first event has the delivery's id or is named by the notification; those that joined it are found by the narrow index of such.
const COLUMNS = `
  notification.id, notification.alert_id as "alertId", notification.event_id as "eventId", notification.channel,
  array(
    select notification.event_id where notification.event_id is not null
    union
    select event.id from alert_event event where event.delivery_id = notification.delivery_id and event.delivery_id <> event.id
    order by 1
  ) as "eventIds",
  notification.destination_address as "destinationAddress", ${SHOWN_STATUS} as status, notification.attempt_number as "attemptNumber",
  case when notification.status = 'PENDING'
    then coalesce((select due_at from delivery where delivery.id = notification.delivery_id and delivery.notification_id = notification.id), notification.scheduled_at)
    else notification.scheduled_at end as "scheduledAt",
  notification.delivered_at as "deliveredAt", notification.response_status as "responseStatus",
  notification.last_error_message as "lastErrorMessage",
  case when notification.status = 'PENDING' then (
    select ${WAITING} from event_destination destination join delivery_endpoint endpoint on endpoint.id = destination.endpoint_id where destination.id = notification.destination_id
  ) end as waiting, notification.created_at as "createdAt", notification.updated_at as "updatedAt"`;

const PAGE = `
  with notification as (
    select * from event_notification notification where ${SELECTED} order by notification.id desc offset $5 limit $6
  )
  select ${COLUMNS} from notification order by notification.id desc`;
