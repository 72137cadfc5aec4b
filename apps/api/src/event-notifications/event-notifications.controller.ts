import { Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { EventNotificationStore } from '@gable/persistence/delivery';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { Collection, type Page } from '../http/collection.js';
import { endlessPage, listRangeOf } from '../http/endless-collection.js';
import { notFound } from '../http/problem.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiEndlessResponse, ApiKeyed, LOCATION_HEADER } from '../openapi/decorators.js';
import { NotificationResponse, notificationResponse } from './notification-response.js';
import { filterOf, NotificationsQuery } from './notifications-query.js';
import { QueueRequests, sendQueued } from './queue-requests.js';
import { ReadQuery } from '../http/read-query.js';

@Controller('event-notifications')
@Admitted('records')
@ApiKeyed('Event notifications')
export class EventNotificationsController {
  constructor(
    private readonly notifications: EventNotificationStore,
    private readonly requests: QueueRequests,
  ) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @Collection()
  @ApiOperation({
    operationId: 'listEventNotifications',
    summary: 'List event notifications',
    description: 'Newest first.',
  })
  @ApiEndlessResponse(NotificationResponse, 'Attempts that pass all filters.')
  async list(
    @Caller() { accountId }: Caller,
    @ReadQuery() query: NotificationsQuery,
  ): Promise<Page<NotificationResponse>> {
    const range = listRangeOf(query);
    return endlessPage(await this.notifications.list(accountId, filterOf(query), range), range, notificationResponse);
  }

  @Get(':uuid')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @ApiOperation({ operationId: 'readEventNotification', summary: 'Read an event notification' })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiOkResponse({ type: NotificationResponse, description: 'The attempt.' })
  async read(@Caller() { accountId }: Caller, @Param('uuid', UuidInPath) uuid: string): Promise<NotificationResponse> {
    const notification = await this.notifications.find(accountId, uuid);
    if (!notification) throw notFound();
    return notificationResponse(notification);
  }

  @Post(':uuid/resend')
  @HttpCode(202)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:write')
  @ApiOperation({
    operationId: 'resendEventNotification',
    summary: 'Send a notification again',
    description: [
      'Queues the next attempt of the delivery at once, to the current destination of the alert and with ' +
        'the same webhook-id. The retry schedule starts again. If the delivery is still waiting, it is sent ' +
        'at once instead.',
      'This works whatever the outcome was: a receiver that lost a message it had accepted can request it ' +
        'again. A destination that was switched off gets one attempt.',
    ].join('\n\n'),
  })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiAcceptedResponse({
    type: NotificationResponse,
    description: 'The attempt that was queued.',
    headers: LOCATION_HEADER,
  })
  async resend(
    @Caller() caller: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NotificationResponse> {
    return sendQueued(reply, await this.requests.resend(caller, uuid));
  }
}
