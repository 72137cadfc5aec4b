import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { EventNotificationStore } from '@gable/persistence/delivery';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import { notificationAnswer, type NotificationAnswer } from '../event-notifications/notification-answer.js';
import { AlertNotificationsQuery, filterOf } from '../event-notifications/notifications-query.js';
import { QueueRequests, sendQueued } from '../event-notifications/queue-requests.js';
import { Collection, rangeOf, type Page } from '../http/collection.js';
import { notFound } from '../http/problem.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { DocumentAlertNotifications, DocumentReplay, DocumentTest } from './alert-deliveries.openapi.js';
import { replayAnswer, type ReplayAnswer } from './replay-answer.js';
import { ReplayRequest, selectionOf } from './replay-request.js';

@Controller('alerts')
export class AlertDeliveriesController {
  constructor(
    private readonly notifications: EventNotificationStore,
    private readonly requests: QueueRequests,
  ) {}

  @Get(':uuid/notifications')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Collection()
  @DocumentAlertNotifications()
  async list(
    @Caller() { accountId }: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Query() query: AlertNotificationsQuery,
  ): Promise<Page<NotificationAnswer>> {
    const page = await this.notifications.listOfAlert(accountId, uuid, filterOf(query), rangeOf(query));
    if (page === null) throw notFound();
    return { items: page.items.map(notificationAnswer), total: page.total };
  }

  @Post(':uuid/test')
  @HttpCode(202)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentTest()
  async test(
    @Caller() caller: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NotificationAnswer> {
    return sendQueued(reply, await this.requests.test(caller, uuid));
  }

  @Post(':uuid/replay')
  @HttpCode(202)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentReplay()
  async replay(
    @Caller() caller: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Body() request: ReplayRequest,
  ): Promise<ReplayAnswer> {
    return replayAnswer(await this.requests.replay(caller, uuid, selectionOf(request)));
  }
}
