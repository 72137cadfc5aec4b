import { Module } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { SourceStore } from '@gable/persistence/listings';
import { SourcesController } from './sources.controller.js';

@Module({
  controllers: [SourcesController],
  providers: [
    { provide: SourceStore, inject: [Database], useFactory: (database: Database) => new SourceStore(database) },
  ],
})
export class SourcesModule {}
