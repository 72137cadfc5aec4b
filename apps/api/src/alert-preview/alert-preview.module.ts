import { Module } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { DivisionStore } from '@gable/persistence/geography';
import { PreviewStore } from '@gable/persistence/alerts';
import { PropertyStore } from '@gable/persistence/properties';
import type { PropertySearch } from '@gable/search';
import { AlertsModule } from '../alerts/alerts.module.js';
import { PROPERTY_SEARCH } from '../parts.js';
import { AlertPreviewController } from './alert-preview.controller.js';
import { AlertPreviewService } from './alert-preview.service.js';
import { ChangeReplay } from './change-replay.js';

@Module({
  imports: [AlertsModule],
  controllers: [AlertPreviewController],
  providers: [
    {
      provide: AlertPreviewService,
      inject: [Database, PROPERTY_SEARCH],
      useFactory: (database: Database, search: PropertySearch) =>
        new AlertPreviewService(
          search,
          new PropertyStore(database),
          new ChangeReplay(new PreviewStore(database)),
          new DivisionStore(database),
        ),
    },
  ],
})
export class AlertPreviewModule {}
