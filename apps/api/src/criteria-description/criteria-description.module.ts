import { Module } from '@nestjs/common';
import { PlaceNameStore } from '@gable/persistence/geography';
import { provideStores } from '@gable/platform';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { CriteriaDescriptionController } from './criteria-description.controller.js';

/** Says criteria in words, for those who write them. */
@Module({
  imports: [CriteriaModule],
  controllers: [CriteriaDescriptionController],
  providers: provideStores(PlaceNameStore),
})
export class CriteriaDescriptionModule {}
