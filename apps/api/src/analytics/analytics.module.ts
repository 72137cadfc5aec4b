import { Module } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { PostgresAnalytics } from '@gable/search-postgres';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsService } from './analytics.service.js';

@Module({
  controllers: [AnalyticsController],
  providers: [
    {
      provide: AnalyticsService,
      inject: [Database],
      useFactory: (database: Database) => new AnalyticsService(new PostgresAnalytics(database)),
    },
  ],
})
export class AnalyticsModule {}
