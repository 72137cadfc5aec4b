import { Module } from '@nestjs/common';
import { DivisionStore } from '@gable/persistence/geography';
import { provideStores } from '@gable/platform';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { PropertyFacetsController } from './property-facets.controller.js';
import { PropertyFacetsService } from './property-facets.service.js';
import { FacetsReader } from './read-facets.js';

@Module({
  imports: [CriteriaModule],
  controllers: [PropertyFacetsController],
  providers: [...provideStores(DivisionStore), FacetsReader, PropertyFacetsService],
})
export class PropertyFacetsModule {}
