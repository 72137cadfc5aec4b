import { Module } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { PropertyListingsStore, PropertyStore } from '@gable/persistence/properties';
import { GroupingController } from './grouping.controller.js';
import { GroupingService } from './grouping.service.js';

@Module({
  controllers: [GroupingController],
  providers: [
    {
      provide: GroupingService,
      inject: [Database],
      useFactory: (database: Database) =>
        new GroupingService(new PropertyListingsStore(database), new PropertyStore(database)),
    },
  ],
})
export class GroupingModule {}
