import { Module } from '@nestjs/common';
import type { CriteriaLimits } from '@gable/domain/criteria';
import { Database } from '@gable/persistence';
import { DivisionStore, ShapeStore } from '@gable/persistence/geography';
import { CRITERIA_LIMITS } from '../parts.js';
import { CriteriaPlaces } from './criteria-places.js';
import { KnownDivisions } from './known-divisions.js';

/** What searches and alerts need to read criteria; divisions are remembered once for both. */
@Module({
  providers: [
    {
      provide: CriteriaPlaces,
      inject: [Database, CRITERIA_LIMITS],
      useFactory: (database: Database, limits: CriteriaLimits) =>
        new CriteriaPlaces(new KnownDivisions(new DivisionStore(database)), new ShapeStore(database), limits),
    },
  ],
  exports: [CriteriaPlaces],
})
export class CriteriaModule {}
