import { Module } from '@nestjs/common';
import { PreviewStore } from '@gable/persistence/alerts';
import { DivisionStore } from '@gable/persistence/geography';
import { PropertyStore } from '@gable/persistence/properties';
import { provideStores } from '@gable/platform';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AlertPreviewController } from './alert-preview.controller.js';
import { AlertPreviewService } from './alert-preview.service.js';
import { ChangeReplay } from './change-replay.js';

@Module({
  imports: [AlertsModule],
  controllers: [AlertPreviewController],
  providers: [...provideStores(PropertyStore, DivisionStore, PreviewStore), ChangeReplay, AlertPreviewService],
})
export class AlertPreviewModule {}
