import { Controller, Get, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { MAX_GROUPS } from '@gable/search-postgres';
import { Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { CSV_TYPE, JSON_TYPE, Offers } from '../http/negotiation.js';
import { Billable } from '../usage/billable.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { AnalyticsService, type AnsweredQuestion } from './analytics.service.js';
import { ANALYTICS_EXAMPLE, ANALYTICS_EXAMPLE_CSV } from './analytics-examples.js';
import { AnalyticsQuery, ApiAnalyticsQuery } from './analytics-query.js';
import { AnalyticsResponse, countGroups } from './analytics-response.js';
import { ReadQuery } from '../http/read-query.js';
import { WrittenAnswer } from './written-answer.js';

@Controller('analytics/listings')
@Admitted('analytics')
@ApiKeyed('Analytics')
@UseInterceptors(WrittenAnswer)
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Offers(JSON_TYPE, CSV_TYPE)
  @Billable('analytics', countGroups)
  @ApiOperation({
    operationId: 'summariseListings',
    summary: 'Figures of the market',
    description: [
      'Counts, averages and percentiles over market events: the creation, every change, the expiry and every ' +
        'return of a listing, each with the state of the listing then.',
      'Lists may be repeated (`city_id=1&city_id=2`), suffixed (`city_id[]=1&city_id[]=2`) or separated by ' +
        'commas (`city_id=1,2`).',
      'Groups come by time bucket, then by the columns grouped by. ' +
        `More than ${MAX_GROUPS.toLocaleString('en')} groups are refused with 422.`,
      'Prices of several currencies are not converted: filter by place, or group by `price_currency`.',
    ].join('\n\n'),
  })
  @ApiAnalyticsQuery()
  @ApiExtraModels(AnalyticsResponse)
  @ApiOkResponse({
    description: 'The groups. As CSV: a line of names, then a line per group, missing values empty.',
    content: {
      [JSON_TYPE]: { schema: { $ref: getSchemaPath(AnalyticsResponse) }, example: ANALYTICS_EXAMPLE },
      [CSV_TYPE]: { schema: { type: 'string' }, example: ANALYTICS_EXAMPLE_CSV },
    },
  })
  summarise(@ReadQuery() query: AnalyticsQuery): Promise<AnsweredQuestion> {
    return this.analytics.summarise(query);
  }
}
