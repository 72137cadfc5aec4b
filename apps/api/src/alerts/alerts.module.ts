import { Module } from '@nestjs/common';
import { AlertStore } from '@gable/persistence/alerts';
import { Database } from '@gable/persistence';
import { IdempotentRequestStore } from '@gable/persistence/accounts';
import { Sealer, type ResolveHost } from '@gable/runtime';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { CriteriaPlaces } from '../criteria/criteria-places.js';
import { Idempotency } from '../http/idempotency.js';
import { DESTINATION_ALLOWED_NETWORKS, RESOLVE_HOST } from '../parts.js';
import { AlertBodies } from './alert-bodies.js';
import { AlertsController } from './alerts.controller.js';
import { AlertsService } from './alerts.service.js';
import { DestinationNames } from './destination-names.js';

@Module({
  imports: [CriteriaModule],
  controllers: [AlertsController],
  providers: [
    {
      provide: AlertBodies,
      inject: [CriteriaPlaces, DESTINATION_ALLOWED_NETWORKS, RESOLVE_HOST],
      useFactory: (places: CriteriaPlaces, allowedNetworks: readonly string[], resolve: ResolveHost) =>
        new AlertBodies(places, new DestinationNames(resolve), allowedNetworks),
    },
    {
      provide: AlertsService,
      inject: [Database, Sealer, AlertBodies],
      useFactory: (database: Database, sealer: Sealer, bodies: AlertBodies) =>
        new AlertsService(
          new AlertStore(database, sealer),
          bodies,
          new Idempotency(new IdempotentRequestStore(database, sealer), database),
          database,
        ),
    },
  ],
  exports: [AlertBodies],
})
export class AlertsModule {}
