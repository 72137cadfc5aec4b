import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlertEventLog } from '@gable/persistence/alerts';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { alertEventResponse, AlertEventResponse } from '../alert-events/alert-event-response.js';
import { ANSWERS, trim } from '../fields/answer-fields.js';
import { choiceOf } from '../fields/fields-query.js';
import { linkTo } from '../http/collection.js';
import { ReadQuery } from '../http/read-query.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { EventLogQuery, logRangeOf } from './event-log-query.js';

@Controller('alert-events')
@Admitted('records')
@ApiKeyed('Alert events')
export class AlertEventLogController {
  constructor(private readonly log: AlertEventLog) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('alerts:read')
  @ApiOperation({
    operationId: 'followAlertEvents',
    summary: 'Follow the events of all alerts',
    description:
      'Ordered by id, oldest first, unless another order is requested. Events are only ever added at the ' +
      'end: ask again with `after`, the id of the last event you read, and you miss none and get none ' +
      'twice. Events of deleted alerts are included until their retention ends.',
  })
  @ApiOkResponse({
    type: AlertEventResponse,
    isArray: true,
    description: 'The events after `after`; at the end of the log, an empty list.',
    headers: {
      Link: {
        description: 'RFC 8288: the next page, if there already are more events.',
        schema: { type: 'string' },
      },
    },
  })
  async follow(
    @Caller() { accountId }: Caller,
    @ReadQuery() query: EventLogQuery,
    @Req() { url }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Partial<AlertEventResponse>[]> {
    const choice = choiceOf(query, ANSWERS.event);
    const { events, next } = await this.log.read(accountId, logRangeOf(query));
    if (next !== null) reply.header('link', linkTo('next', url, { after: next }));
    return events.map((event) => trim(alertEventResponse(event), choice));
  }
}
