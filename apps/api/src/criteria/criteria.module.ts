import { Module } from '@nestjs/common';
import { DEFAULT_CRITERIA_LIMITS, type CriteriaLimits } from '@gable/domain/criteria';
import { DivisionStore, ShapeStore } from '@gable/persistence/geography';
import { DerivationStore, SourceStore } from '@gable/persistence/listings';
import { CONFIG, provideStores } from '@gable/platform';
import type { Config } from '@gable/runtime';
import { CRITERIA_LIMITS, CriteriaPlaces } from './criteria-places.js';
import { DerivationWarnings } from './derivation-warnings.js';
import { KnownDivisions } from './known-divisions.js';

/** What searches and alerts need to read criteria; divisions are remembered once for both. */
@Module({
  providers: [
    ...provideStores(DivisionStore, ShapeStore, SourceStore, DerivationStore),
    {
      provide: CRITERIA_LIMITS,
      inject: [CONFIG],
      useFactory: ({ criteriaLimits }: Config): CriteriaLimits => ({ ...DEFAULT_CRITERIA_LIMITS, ...criteriaLimits }),
    },
    {
      provide: KnownDivisions,
      inject: [DivisionStore],
      useFactory: (store: DivisionStore) => new KnownDivisions(store),
    },
    CriteriaPlaces,
    DerivationWarnings,
  ],
  exports: [CriteriaPlaces, DerivationWarnings],
})
export class CriteriaModule {}
