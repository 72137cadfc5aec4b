import { Module } from '@nestjs/common';
import { Database, ShapeStore } from '@gable/persistence';
import { ShapesController } from './shapes.controller.js';
import { ShapesService } from './shapes.service.js';

@Module({
  controllers: [ShapesController],
  providers: [{ provide: ShapesService, inject: [Database], useFactory: (database: Database) => new ShapesService(new ShapeStore(database), database) }],
})
export class GeoModule {}
