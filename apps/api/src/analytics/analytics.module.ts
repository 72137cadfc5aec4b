import { Module } from '@nestjs/common';
import { provideStoresOn } from '@gable/platform';
import { PostgresAnalytics } from '@gable/search-postgres';
import { ANALYTICS_DATABASE } from '../databases/databases.module.js';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsService } from './analytics.service.js';

@Module({
  imports: [CriteriaModule],
  controllers: [AnalyticsController],
  providers: [...provideStoresOn(ANALYTICS_DATABASE, PostgresAnalytics), AnalyticsService],
})
export class AnalyticsModule {}
