import { Module } from '@nestjs/common';
import { AlertStore } from '@gable/persistence/alerts';
import { Database } from '@gable/persistence';
import { Sealer } from '@gable/runtime';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { AlertBodies } from './alert-bodies.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';
import { DestinationNames } from './destination-names.js';

@Module({
  imports: [CriteriaModule, IdempotencyModule],
  controllers: [AlertsController],
  providers: [
    {
      provide: AlertStore,
      inject: [Database, Sealer],
      useFactory: (database: Database, sealer: Sealer) => new AlertStore(database, sealer),
    },
    DestinationNames,
    AlertBodies,
    AlertsService,
  ],
  exports: [AlertBodies],
})
export class AlertsModule {}
