import { Module } from '@nestjs/common';
import { DecisionStore, PropertyListingsStore } from '@gable/persistence/properties';
import { provideStores } from '@gable/platform';
import { GroupingDecisionsController } from './grouping-decisions.controller.js';
import { GroupingDecisionsService } from './grouping-decisions.service.js';

/** Merges and splits by hand, for operators. */
@Module({
  controllers: [GroupingDecisionsController],
  providers: [...provideStores(DecisionStore, PropertyListingsStore), GroupingDecisionsService],
})
export class GroupingDecisionsModule {}
