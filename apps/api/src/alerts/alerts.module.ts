import { Module } from '@nestjs/common';
import { quotasWith } from '@gable/domain';
import { AlertStore } from '@gable/persistence/alerts';
import { Database } from '@gable/persistence';
import { CONFIG } from '@gable/platform';
import { Sealer, type Config } from '@gable/runtime';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { AlertDeeds } from './alert-deeds.js';
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
      inject: [Database, Sealer, CONFIG],
      useFactory: (database: Database, sealer: Sealer, { accountQuotas }: Config) =>
        new AlertStore(database, sealer, quotasWith(accountQuotas)),
    },
    DestinationNames,
    AlertBodies,
    AlertDeeds,
    AlertsService,
  ],
  exports: [AlertBodies],
})
export class AlertsModule {}
