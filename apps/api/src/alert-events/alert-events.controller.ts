import { Controller, Get, Param, Query } from '@nestjs/common';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import { Collection, type Page } from '../http/collection.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { DocumentAlertEvent, DocumentAlertEvents, DocumentExplanation } from './alert-events.openapi.js';
import { AlertEventsService } from './alert-events.service.js';
import type { EventAnswer } from './event-answer.js';
import type { EventExplanation } from './event-explanation.js';
import { EventsQuery } from './events-query.js';

@Controller('alerts/:alertUuid/events')
export class AlertEventsController {
  constructor(private readonly events: AlertEventsService) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Collection()
  @DocumentAlertEvents()
  list(
    @Caller() caller: Caller,
    @Param('alertUuid', UuidInPath) alertUuid: string,
    @Query() query: EventsQuery,
  ): Promise<Page<EventAnswer>> {
    return this.events.list(caller, alertUuid, query);
  }

  @Get(':uuid')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentAlertEvent()
  read(
    @Caller() caller: Caller,
    @Param('alertUuid', UuidInPath) alertUuid: string,
    @Param('uuid', UuidInPath) uuid: string,
  ): Promise<EventAnswer> {
    return this.events.read(caller, alertUuid, uuid);
  }

  @Get(':eventUuid/explanation')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentExplanation()
  explain(
    @Caller() caller: Caller,
    @Param('alertUuid', UuidInPath) alertUuid: string,
    @Param('eventUuid', UuidInPath) eventUuid: string,
  ): Promise<EventExplanation> {
    return this.events.explain(caller, alertUuid, eventUuid);
  }
}
