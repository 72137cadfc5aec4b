import { Module } from '@nestjs/common';
import { DivisionCountStore, DivisionStore, ShapeStore } from '@gable/persistence/geography';
import { LOG, provideStores } from '@gable/platform';
import type { Logger } from '@gable/runtime';
import { IdempotencyModule } from '../http/idempotency.module.js';
import { provideStoreWithQuotas } from '../quotas/provide-store-with-quotas.js';
import { DivisionSearch } from './division-search.js';
import { DivisionsController } from './divisions.controller.js';
import { ShapesController } from './shapes.controller.js';
import { ShapesService } from './shapes.service.js';

@Module({
  imports: [IdempotencyModule],
  controllers: [DivisionsController, ShapesController],
  providers: [
    ...provideStores(DivisionStore, DivisionCountStore),
    provideStoreWithQuotas(ShapeStore),
    {
      provide: DivisionSearch,
      inject: [DivisionStore, DivisionCountStore, LOG],
      useFactory: (divisions: DivisionStore, counts: DivisionCountStore, log: Logger) =>
        new DivisionSearch(divisions, counts, log),
    },
    ShapesService,
  ],
})
export class GeoModule {}
