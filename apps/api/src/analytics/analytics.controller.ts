import { applyDecorators, Body, Controller, Get, HttpCode, Post, Res, UseInterceptors } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  getSchemaPath,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { MAX_GROUPS } from '@gable/search-postgres';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { CSV_TYPE, JSON_TYPE, Offers } from '../http/negotiation.js';
import { Billable } from '../usage/billable.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { AnalyticsService, type AnsweredQuestion } from './analytics.service.js';
import { ANALYTICS_EXAMPLE, ANALYTICS_EXAMPLE_CSV, CRITERIA_EXAMPLE } from './analytics-examples.js';
import { AnalyticsQuery, ApiAnalyticsQuery } from './analytics-query.js';
import { AnalyticsRequest } from './analytics-request.js';
import { AnalyticsResponse, countGroups } from './analytics-response.js';
import { ReadQuery } from '../http/read-query.js';
import { sendWarnings, WARNINGS_HEADERS } from '../http/warnings.js';
import { MayBeStale } from '../replica/may-be-stale.js';
import { WrittenAnswer } from './written-answer.js';

const ApiGroups = (headers: ApiResponseOptions['headers'] = {}) =>
  applyDecorators(
    ApiExtraModels(AnalyticsResponse),
    ApiOkResponse({
      description: 'The groups. As CSV: one line with the names, then one line per group; missing values are empty.',
      headers,
      content: {
        [JSON_TYPE]: { schema: { $ref: getSchemaPath(AnalyticsResponse) }, example: ANALYTICS_EXAMPLE },
        [CSV_TYPE]: { schema: { type: 'string' }, example: ANALYTICS_EXAMPLE_CSV },
      },
    }),
  );

@Controller('analytics/listings')
@Admitted('analytics')
@ApiKeyed('Analytics')
@UseInterceptors(WrittenAnswer)
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get()
  @MayBeStale('analytics')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('analytics:read')
  @Offers(JSON_TYPE, CSV_TYPE)
  @Billable('analytics', countGroups)
  @ApiOperation({
    operationId: 'summariseListings',
    summary: 'Figures of the market',
    description: [
      'Counts, averages and percentiles over market events. A market event is the creation, a change, the ' +
        'expiry or the return of a listing, with the state of the listing at that moment.',
      'Lists may be repeated (`city_id=1&city_id=2`), suffixed (`city_id[]=1&city_id[]=2`) or separated by ' +
        'commas (`city_id=1,2`).',
      'Groups are ordered by time bucket, then by the columns of group_by. More than ' +
        `${MAX_GROUPS.toLocaleString('en')} groups are refused with 422.`,
      'Prices of several currencies are not converted: filter by place, or group by `price_currency`.',
    ].join('\n\n'),
  })
  @ApiAnalyticsQuery()
  @ApiGroups()
  summarise(@ReadQuery() query: AnalyticsQuery): Promise<AnsweredQuestion> {
    return this.analytics.summarise(query);
  }

  @Post()
  @MayBeStale('analytics')
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('analytics:read')
  @Offers(JSON_TYPE, CSV_TYPE)
  @Billable('analytics', countGroups)
  @ApiOperation({
    operationId: 'summariseListingsMeeting',
    summary: 'Figures of the market for criteria',
    description: [
      'Like the GET request, but only over events whose listing met the criteria **as it was then**: a ' +
        'listing that was cheap in May counts in May.',
      'All query parameters of the GET request work here too.',
    ].join('\n\n'),
  })
  @ApiAnalyticsQuery()
  @ApiBody({ type: AnalyticsRequest, examples: CRITERIA_EXAMPLE })
  @ApiGroups(WARNINGS_HEADERS)
  async summariseMeeting(
    @Caller() caller: Caller,
    @ReadQuery() query: AnalyticsQuery,
    @Body() request: AnalyticsRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnsweredQuestion> {
    const { answered, warnings } = await this.analytics.summariseMeeting(caller, query, request);
    sendWarnings(reply, warnings);
    return answered;
  }
}
