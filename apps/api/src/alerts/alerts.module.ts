import { Module } from '@nestjs/common';
import { AlertStore, Database, IdempotentRequestStore } from '@gable/persistence';
import { Sealer } from '@gable/runtime';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { CriteriaPlaces } from '../criteria/criteria-places.js';
import { Idempotency } from '../http/idempotency.js';
import { DESTINATION_ALLOWED_NETWORKS } from '../parts.js';
import { AlertBodies } from './alert-bodies.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';

@Module({
  imports: [CriteriaModule],
  controllers: [AlertsController],
  providers: [
    {
      provide: AlertBodies,
      inject: [CriteriaPlaces, DESTINATION_ALLOWED_NETWORKS],
      useFactory: (places: CriteriaPlaces, allowedNetworks: readonly string[]) => new AlertBodies(places, allowedNetworks),
    },
    {
      provide: AlertsService,
      inject: [Database, Sealer, AlertBodies],
      useFactory: (database: Database, sealer: Sealer, bodies: AlertBodies) => new AlertsService(
        new AlertStore(database, sealer), bodies, new Idempotency(new IdempotentRequestStore(database, sealer), database), database,
      ),
    },
  ],
  exports: [AlertBodies],
})
export class AlertsModule {}
