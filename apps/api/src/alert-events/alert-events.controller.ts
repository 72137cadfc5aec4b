import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { SentenceLanguage } from '@gable/domain/criteria';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { FieldsQuery } from '../fields/fields-query.js';
import { Collection, type Page } from '../http/collection.js';
import { ApiSpokenLanguage, LANGUAGE_HEADERS, SpokenLanguage } from '../http/spoken-language.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiEndlessResponse, ApiKeyed } from '../openapi/decorators.js';
import { AlertEventRecordResponse, AlertEventResponse } from './alert-event-response.js';
import { AlertEventsService } from './alert-events.service.js';
import { EventExplanationResponse } from './event-explanation-response.js';
import { EventsQuery } from './events-query.js';
import { ReadQuery } from '../http/read-query.js';

@Controller('alerts/:alertUuid/events')
@Admitted('records')
@ApiKeyed('Alert events')
@ApiParam({ name: 'alertUuid', format: 'uuid' })
export class AlertEventsController {
  constructor(private readonly events: AlertEventsService) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @Collection()
  @ApiOperation({
    operationId: 'listAlertEvents',
    summary: 'List the events of an alert',
    description:
      'Newest first, unless another order is requested. Events of a deleted alert stay readable until ' +
      'their retention ends.',
  })
  @ApiEndlessResponse(AlertEventResponse, 'Events of these types within all bounds.')
  list(
    @Caller() caller: Caller,
    @Param('alertUuid', UuidInPath) alertUuid: string,
    @ReadQuery() query: EventsQuery,
  ): Promise<Page<Partial<AlertEventResponse>>> {
    return this.events.list(caller, alertUuid, query);
  }

  @Get(':uuid')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @ApiOperation({ operationId: 'readAlertEvent', summary: 'Read an event' })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiOkResponse({ type: AlertEventRecordResponse, description: 'The event.' })
  read(
    @Caller() caller: Caller,
    @Param('alertUuid', UuidInPath) alertUuid: string,
    @Param('uuid', UuidInPath) uuid: string,
    @ReadQuery() query: FieldsQuery,
  ): Promise<Partial<AlertEventRecordResponse>> {
    return this.events.read(caller, alertUuid, uuid, query);
  }

  @Get(':eventUuid/explanation')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @ApiOperation({
    operationId: 'explainAlertEvent',
    summary: 'Read why an event was recorded',
    description:
      'Says which conditions the listing met and did not meet, before and after the change, with its ' +
      'values and the criteria that the alert had then.',
  })
  @ApiSpokenLanguage()
  @ApiParam({ name: 'eventUuid', format: 'uuid' })
  @ApiOkResponse({ type: EventExplanationResponse, description: 'The explanation.', headers: LANGUAGE_HEADERS })
  explain(
    @Caller() caller: Caller,
    @Param('alertUuid', UuidInPath) alertUuid: string,
    @Param('eventUuid', UuidInPath) eventUuid: string,
    @SpokenLanguage() language: SentenceLanguage,
  ): Promise<EventExplanationResponse> {
    return this.events.explain(caller, alertUuid, eventUuid, language);
  }
}
