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
@ApiParam({ name: 'uuid', description: 'The id of the alert.', format: 'uuid' })
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
    description: 'Newest first. The notifications of a deleted alert stay readable until their retention ends.',
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
    summary: 'Send a test to the destination of an alert',
    description: [
      'Sends a webhook of type alert.test, signed like any other, or an e-mail that says that it is a ' +
        'test. This records a notification and no event. It works for an inactive alert too.',
      'A destination that was switched off gets one attempt. If the alert has no destination, the response ' +
        'is 422.',
    ].join('\n\n'),
  })
  @ApiAcceptedResponse({
    type: NotificationResponse,
    description: 'The attempt that was queued. Read it again later to see its result.',
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
      'Sends again the deliveries whose first attempt was queued from since on and before until, oldest ' +
        'first. Tests and deliveries that still wait are left out.',
      'With onlyFailed, only deliveries that failed permanently are sent; without it, also those that were ' +
        'delivered or skipped. They keep their webhook-id and go to the current destination of the alert.',
      `One request queues at most ${LIMIT} deliveries. If more are left, nextRequestBody is the body of ` +
        'the next request: send it as it is, until it is null.',
    ].join('\n\n'),
  })
  @ApiAcceptedResponse({
    type: ReplayResponse,
    description: 'How many deliveries were queued, and the body that queues the next ones; null if none are left.',
  })
  async replay(
    @Caller() caller: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Body() request: ReplayAlertRequest,
  ): Promise<ReplayResponse> {
    return replayResponse(await this.requests.replay(caller, uuid, selectionOf(request)));
  }
}
