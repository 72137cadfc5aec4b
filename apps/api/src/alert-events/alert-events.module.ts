import { Module } from '@nestjs/common';
import { AlertEventStore } from '@gable/persistence/alerts';
import { PlaceNameStore } from '@gable/persistence/geography';
import { PropertyStore } from '@gable/persistence/properties';
import { provideStores } from '@gable/platform';
import { AlertEventsController } from './alert-events.controller.js';
import { AlertEventsService } from './alert-events.service.js';

@Module({
  controllers: [AlertEventsController],
  providers: [...provideStores(AlertEventStore, PlaceNameStore, PropertyStore), AlertEventsService],
})
export class AlertEventsModule {}
