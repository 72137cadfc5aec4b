import { Module } from '@nestjs/common';
import { PropertyListingsStore, PropertyStore } from '@gable/persistence/properties';
import { provideStores } from '@gable/platform';
import { GroupingController } from './grouping.controller.js';
import { GroupingService } from './grouping.service.js';

@Module({
  controllers: [GroupingController],
  providers: [...provideStores(PropertyListingsStore, PropertyStore), GroupingService],
})
export class GroupingModule {}
