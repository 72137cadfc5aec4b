import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { EventNotificationStore, REPLAY_LIMIT } from '@gable/persistence/delivery';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { NotificationResponse, notificationResponse } from '../event-notifications/notification-response.js';
import { AlertNotificationsQuery, filterOf } from '../event-notifications/notifications-query.js';
import { QueueRequests, sendQueued } from '../event-notifications/queue-requests.js';
import { Collection, type Page } from '../http/collection.js';
import { endlessPage, listRangeOf } from '../http/endless-collection.js';
import { notFound } from '../http/problem.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiEndlessResponse, ApiKeyed, LOCATION_HEADER } from '../openapi/decorators.js';
import { ReplayAlertRequest, selectionOf } from './replay-alert-request.js';
import { ReplayResponse, replayResponse } from './replay-response.js';
import { ReadQuery } from '../http/read-query.js';

const LIMIT = REPLAY_LIMIT.toLocaleString('en-US');

@Controller('alerts')
@Admitted('records')
@ApiKeyed('Event notifications')
@ApiParam({ name: 'uuid', description: 'Of the alert.', format: 'uuid' })
export class AlertDeliveriesController {
  constructor(
    private readonly notifications: EventNotificationStore,
    private readonly requests: QueueRequests,
  ) {}

  @Get(':uuid/notifications')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @Collection()
  @ApiOperation({
    operationId: 'listAlertNotifications',
    summary: 'List notifications of an alert',
    description: 'Newest first. Those of a deleted alert stay readable until their retention ends.',
  })
  @ApiEndlessResponse(NotificationResponse, 'Attempts that pass all filters.')
  async list(
    @Caller() { accountId }: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @ReadQuery() query: AlertNotificationsQuery,
  ): Promise<Page<NotificationResponse>> {
    const range = listRangeOf(query);
    const page = await this.notifications.listOfAlert(accountId, uuid, filterOf(query), range);
    if (page === null) throw notFound();
    return endlessPage(page, range, notificationResponse);
  }

  @Post(':uuid/test')
  @HttpCode(202)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:write')
  @ApiOperation({
    operationId: 'testAlert',
    summary: 'Send a test to where an alert sends',
    description: [
      'A webhook of type alert.test, signed like every other, or a mail that says it is a test. It records a ' +
        'notification and no event, and goes out from an alert that is switched off, too.',
      'A destination that was switched off gets one try. An alert without a destination is 422.',
    ].join('\n\n'),
  })
  @ApiAcceptedResponse({
    type: NotificationResponse,
    description: 'The attempt that was queued; read it again to see how it went.',
    headers: LOCATION_HEADER,
  })
  async test(
    @Caller() caller: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NotificationResponse> {
    return sendQueued(reply, await this.requests.test(caller, uuid));
  }

  @Post(':uuid/replay')
  @HttpCode(202)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:write')
  @ApiOperation({
    operationId: 'replayAlert',
    summary: 'Send the deliveries of a period again',
    description: [
      'Those whose first attempt was queued from since on and before until: the oldest first; tests and those ' +
        'that wait anyway are left out.',
      'With onlyFailed those that failed for good; without it also those that were delivered or skipped. They ' +
        'keep their webhook-id and go to where the alert sends now.',
      `One request queues ${LIMIT} at most. Where more are left, nextRequestBody is the body that goes on: ` +
        'send it as it is until it is null.',
    ].join('\n\n'),
  })
  @ApiAcceptedResponse({
    type: ReplayResponse,
    description: 'How many deliveries were queued, and the body that queues the next ones; null where none are left.',
  })
  async replay(
    @Caller() caller: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Body() request: ReplayAlertRequest,
  ): Promise<ReplayResponse> {
    return replayResponse(await this.requests.replay(caller, uuid, selectionOf(request)));
  }
}
