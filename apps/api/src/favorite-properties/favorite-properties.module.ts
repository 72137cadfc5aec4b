import { Module } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { FavoriteStore } from '@gable/persistence/properties';
import { IdempotentRequestStore } from '@gable/persistence/accounts';
import { Sealer } from '@gable/runtime';
import { Idempotency } from '../http/idempotency.js';
import { FavoritePropertiesController } from './favorite-properties.controller.js';
import { FavoritePropertiesService } from './favorite-properties.service.js';

@Module({
  controllers: [FavoritePropertiesController],
  providers: [
    {
      provide: FavoritePropertiesService,
      inject: [Database, Sealer],
      useFactory: (database: Database, sealer: Sealer) =>
        new FavoritePropertiesService(
          new FavoriteStore(database),
          new Idempotency(new IdempotentRequestStore(database, sealer), database),
        ),
    },
  ],
})
export class FavoritePropertiesModule {}
