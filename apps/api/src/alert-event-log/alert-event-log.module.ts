import { Module } from '@nestjs/common';
import { AlertEventLog } from '@gable/persistence/alerts';
import { provideStores } from '@gable/platform';
import { AlertEventLogController } from './alert-event-log.controller.js';

@Module({
  controllers: [AlertEventLogController],
  providers: provideStores(AlertEventLog),
})
export class AlertEventLogModule {}
