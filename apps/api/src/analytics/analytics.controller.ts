import { Controller, Get, Query } from '@nestjs/common';
import { Roles } from '../access/roles.js';
import { CSV_TYPE, JSON_TYPE, MediaType, Offers } from '../http/negotiation.js';
import { Billable } from '../usage/billable.js';
import { DocumentAnalytics } from './analytics.openapi.js';
import { AnalyticsService } from './analytics.service.js';
import { answerInForm, groupsOf, type AnalyticsAnswer } from './analytics-answer.js';

@Controller('analytics/listings')
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Offers(JSON_TYPE, CSV_TYPE)
  @Billable('analytics', groupsOf)
  @DocumentAnalytics()
  async summarise(
    @Query() parameters: Record<string, unknown>,
    @MediaType() mediaType: string,
  ): Promise<AnalyticsAnswer> {
    return answerInForm(mediaType, await this.analytics.summarise(parameters));
  }
}
