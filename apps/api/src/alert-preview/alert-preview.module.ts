import { Module } from '@nestjs/common';
import { PreviewStore } from '@gable/persistence/alerts';
import { PlaceNameStore } from '@gable/persistence/geography';
import { PropertyStore } from '@gable/persistence/properties';
import { provideStoresOn } from '@gable/platform';
import { PREVIEW_DATABASE } from '../databases/databases.module.js';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AlertPreviewController } from './alert-preview.controller.js';
import { AlertPreviewService } from './alert-preview.service.js';
import { ChangeReplay } from './change-replay.js';

@Module({
  imports: [AlertsModule, CriteriaModule],
  controllers: [AlertPreviewController],
  providers: [
    ...provideStoresOn(PREVIEW_DATABASE, PropertyStore, PlaceNameStore, PreviewStore),
    ChangeReplay,
    AlertPreviewService,
  ],
})
export class AlertPreviewModule {}
