import { Module } from '@nestjs/common';
import { AlertEventStore } from '@gable/persistence/alerts';
import { Database } from '@gable/persistence';
import { DivisionStore } from '@gable/persistence/geography';
import { AlertEventsController } from './alert-events.controller.js';
import { AlertEventsService } from './alert-events.service.js';

@Module({
  controllers: [AlertEventsController],
  providers: [
    {
      provide: AlertEventsService,
      inject: [Database],
      useFactory: (database: Database) =>
        new AlertEventsService(new AlertEventStore(database), new DivisionStore(database)),
    },
  ],
})
export class AlertEventsModule {}
