import { Injectable } from '@nestjs/common';
import { Database } from '@gable/persistence';
import {
  DeliveryRequestStore,
  EventNotificationStore,
  type ReplaySelection,
  type RequestRefusal,
  type StoredNotification,
} from '@gable/persistence/delivery';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../access/caller.js';
import { invalid, notFound, type Problem } from '../http/problem.js';
import { notificationResponse, type NotificationResponse } from './notification-response.js';

/** Queues what owners ask to be sent: a delivery again, a test, those of a period. The worker sends it. */
@Injectable()
export class QueueRequests {
  constructor(
    private readonly requests: DeliveryRequestStore,
    private readonly notifications: EventNotificationStore,
    private readonly database: Database,
  ) {}

  async resend({ accountId }: Caller, notificationId: string): Promise<StoredNotification> {
    const queued = await this.requests.resend(accountId, notificationId, await this.database.now());
    if (!('refused' in queued)) return this.attempt(accountId, queued.notificationId);
    // A notification outlives its alert.
    const isLeft =
      queued.refused === 'NOT_FOUND' && (await this.notifications.find(accountId, notificationId)) !== null;
    throw isLeft
      ? invalid([{ propertyPath: '', message: 'the alert was deleted, so there is nowhere to send it any more' }])
      : refused(queued.refused);
  }

  async test({ accountId }: Caller, alertId: string): Promise<StoredNotification> {
    const queued = await this.requests.test(accountId, alertId, await this.database.now());
    if ('refused' in queued) throw refused(queued.refused);
    return this.attempt(accountId, queued.notificationId);
  }

  /** One step. The next step ends where this one began: what is notified meanwhile is no part of the replay. */
  async replay(
    { accountId }: Caller,
    alertId: string,
    selection: ReplaySelection,
  ): Promise<{ queued: number; next: ReplaySelection | null }> {
    const now = await this.database.now();
    const replayed = await this.requests.replay(accountId, alertId, selection, now);
    if ('refused' in replayed) throw refused(replayed.refused);
    const { queued, after } = replayed;
    return { queued, next: after === null ? null : { ...selection, until: selection.until ?? now, after } };
  }

  private async attempt(accountId: string, id: string): Promise<StoredNotification> {
    const attempt = await this.notifications.find(accountId, id);
    if (attempt === null) throw notFound(); // erased since it was queued
    return attempt;
  }
}

/** Answers an attempt that was queued, with its address. */
export function sendQueued(reply: FastifyReply, attempt: StoredNotification): NotificationResponse {
  reply.header('location', `/event-notifications/${attempt.id}`);
  return notificationResponse(attempt);
}

function refused(reason: RequestRefusal): Problem {
  if (reason === 'NOT_FOUND') return notFound();
  return invalid([
    {
      propertyPath: '',
      message: 'the alert has no destination; give it a destinationWebhookUrl or a destinationEmail first',
    },
  ]);
}
