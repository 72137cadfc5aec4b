import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { Collection, PageQuery, rangeOf, type WrittenPage } from '../http/collection.js';
import { IdempotencyKey, sendRepeatable } from '../http/idempotency.js';
import { sendWarnings, WARNINGS_HEADERS } from '../http/warnings.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiCollectionResponse, ApiIdempotencyKey, ApiKeyed, LOCATION_HEADER } from '../openapi/decorators.js';
import { ALERT_CHANGE_EXAMPLES, ALERT_EXAMPLES } from './alert-examples.js';
import { CreateAlertRequest, UpdateAlertRequest } from './alert-request.js';
import { AlertResponse } from './alert-response.js';
import { AlertsService } from './alerts.service.js';
import { ReadQuery } from '../http/read-query.js';

@Controller('alerts')
@Admitted('records')
@ApiKeyed('Alerts')
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Post()
  @HttpCode(201)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:write')
  @ApiOperation({
    operationId: 'createAlert',
    summary: 'Create an alert',
    description: [
      'The alert is matched against every change of a listing that is stored from now on.',
      'searchMode is advanced by default: the body has criteria. In classic mode, the filters stand beside name.',
      'Without destinationEmail and destinationWebhookUrl, events are recorded and nothing is sent.',
    ].join('\n\n'),
  })
  @ApiIdempotencyKey(
    'A text of your choice, such as a UUID. For 24 hours the same key with the same body returns the ' +
      'first response and creates no second alert; another body is 422.',
  )
  @ApiBody({ type: CreateAlertRequest, examples: ALERT_EXAMPLES })
  @ApiCreatedResponse({
    type: AlertResponse,
    description: 'The alert, with the key that signs its webhooks.',
    headers: { ...LOCATION_HEADER, ...WARNINGS_HEADERS },
  })
  async create(
    @Caller() caller: Caller,
    @Body() request: CreateAlertRequest,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sendRepeatable(reply, await this.alerts.create(caller, request, key));
  }

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @Collection()
  @ApiOperation({ operationId: 'listAlerts', summary: 'List the alerts of your account, oldest first' })
  @ApiCollectionResponse(AlertResponse, 'Alerts.')
  list(@Caller() caller: Caller, @ReadQuery() query: PageQuery): Promise<WrittenPage> {
    return this.alerts.list(caller, rangeOf(query));
  }

  @Get(':uuid')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @ApiOperation({ operationId: 'readAlert', summary: 'Read an alert' })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiOkResponse({ type: AlertResponse, description: 'The alert.' })
  read(@Caller() caller: Caller, @Param('uuid', UuidInPath) uuid: string): Promise<AlertResponse> {
    return this.alerts.read(caller, uuid);
  }

  @Put(':uuid')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:write')
  @ApiOperation({
    operationId: 'changeAlert',
    summary: 'Change an alert',
    description: [
      'Omitted fields stay, null clears a field, and criteria are replaced as a whole. You can send back a ' +
        'response of GET.',
      'Changes stored after the response are matched against the new criteria. An inactive alert records ' +
        'nothing, and its queued notifications are skipped.',
    ].join('\n\n'),
  })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiBody({ type: UpdateAlertRequest, examples: ALERT_CHANGE_EXAMPLES })
  @ApiOkResponse({ type: AlertResponse, description: 'The alert as it is now.', headers: WARNINGS_HEADERS })
  async replace(
    @Caller() caller: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Body() request: UpdateAlertRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AlertResponse> {
    const { alert, warnings } = await this.alerts.replace(caller, uuid, request);
    sendWarnings(reply, warnings);
    return alert;
  }

  @Delete(':uuid')
  @HttpCode(204)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:write')
  @ApiOperation({
    operationId: 'deleteAlert',
    summary: 'Delete an alert',
    description: 'Nothing more is sent. Its events and notifications stay readable until their retention ends.',
  })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiNoContentResponse({ description: 'The alert was deleted.' })
  remove(@Caller() caller: Caller, @Param('uuid', UuidInPath) uuid: string): Promise<void> {
    return this.alerts.remove(caller, uuid);
  }
}
