import { Module } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { DivisionCountStore, DivisionStore, ShapeStore } from '@gable/persistence/geography';
import type { Logger } from '@gable/runtime';
import { LOG } from '../parts.js';
import { DivisionSearch } from './division-search.js';
import { DivisionsController } from './divisions.controller.js';
import { ShapesController } from './shapes.controller.js';
import { ShapesService } from './shapes.service.js';

@Module({
  controllers: [DivisionsController, ShapesController],
  providers: [
    {
      provide: ShapesService,
      inject: [Database],
      useFactory: (database: Database) => new ShapesService(new ShapeStore(database), database),
    },
    { provide: DivisionStore, inject: [Database], useFactory: (database: Database) => new DivisionStore(database) },
    {
      provide: DivisionSearch,
      inject: [Database, DivisionStore, LOG],
      useFactory: (database: Database, divisions: DivisionStore, log: Logger) =>
        new DivisionSearch(divisions, new DivisionCountStore(database), log),
    },
  ],
})
export class GeoModule {}
