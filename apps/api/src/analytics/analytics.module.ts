import { Module } from '@nestjs/common';
import { provideStores } from '@gable/platform';
import { PostgresAnalytics } from '@gable/search-postgres';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsService } from './analytics.service.js';

@Module({
  controllers: [AnalyticsController],
  providers: [...provideStores(PostgresAnalytics), AnalyticsService],
})
export class AnalyticsModule {}
