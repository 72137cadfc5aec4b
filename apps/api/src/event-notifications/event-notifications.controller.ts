import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { EventNotificationStore } from '@gable/persistence/delivery';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import { Collection, rangeOf, type Page } from '../http/collection.js';
import { notFound } from '../http/problem.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { DocumentNotification, DocumentNotifications, DocumentResend } from './event-notifications.openapi.js';
import { notificationAnswer, type NotificationAnswer } from './notification-answer.js';
import { filterOf, NotificationsQuery } from './notifications-query.js';
import { QueueRequests, sendQueued } from './queue-requests.js';

@Controller('event-notifications')
export class EventNotificationsController {
  constructor(
    private readonly notifications: EventNotificationStore,
    private readonly requests: QueueRequests,
  ) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Collection()
  @DocumentNotifications()
  async list(@Caller() { accountId }: Caller, @Query() query: NotificationsQuery): Promise<Page<NotificationAnswer>> {
    const { items, total } = await this.notifications.list(accountId, filterOf(query), rangeOf(query));
    return { items: items.map(notificationAnswer), total };
  }

  @Get(':uuid')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentNotification()
  async read(@Caller() { accountId }: Caller, @Param('uuid', UuidInPath) uuid: string): Promise<NotificationAnswer> {
    const notification = await this.notifications.find(accountId, uuid);
    if (!notification) throw notFound();
    return notificationAnswer(notification);
  }

  @Post(':uuid/resend')
  @HttpCode(202)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentResend()
  async resend(
    @Caller() caller: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NotificationAnswer> {
    return sendQueued(reply, await this.requests.resend(caller, uuid));
  }
}
