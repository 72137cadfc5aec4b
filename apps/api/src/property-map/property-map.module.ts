import { Module } from '@nestjs/common';
import { PropertyStore } from '@gable/persistence/properties';
import { provideStoresOn, SEARCH_DATABASE } from '@gable/platform';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { PropertyMapController } from './property-map.controller.js';
import { PropertyMapService } from './property-map.service.js';
import { MapReader } from './read-map.js';

@Module({
  imports: [CriteriaModule],
  controllers: [PropertyMapController],
  providers: [...provideStoresOn(SEARCH_DATABASE, PropertyStore), MapReader, PropertyMapService],
  exports: [PropertyMapService],
})
export class PropertyMapModule {}
