import { Module } from '@nestjs/common';
import { PropertyListingsStore, PropertyStore } from '@gable/persistence/properties';
import { provideStoresOn, SEARCH_DATABASE } from '@gable/platform';
import { GroupingController } from './grouping.controller.js';
import { GroupingService } from './grouping.service.js';

@Module({
  controllers: [GroupingController],
  providers: [...provideStoresOn(SEARCH_DATABASE, PropertyListingsStore, PropertyStore), GroupingService],
})
export class GroupingModule {}
