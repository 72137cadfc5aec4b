import { Module } from '@nestjs/common';
import { TileSearchStore } from '@gable/persistence/properties';
import { provideStores } from '@gable/platform';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { SearchReader } from '../properties/read-search.js';
import { PropertyMapModule } from '../property-map/property-map.module.js';
import { PropertyTilesController } from './property-tiles.controller.js';
import { PropertyTilesService } from './property-tiles.service.js';

@Module({
  imports: [CriteriaModule, PropertyMapModule],
  controllers: [PropertyTilesController],
  providers: [...provideStores(TileSearchStore), SearchReader, PropertyTilesService],
})
export class PropertyTilesModule {}
