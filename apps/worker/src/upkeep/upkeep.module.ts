import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import { Pipeline } from '../pipeline/pipeline.js';
import { RetentionMetrics } from './retention-metrics.js';
import { SummaryStage } from './summary-stage.js';
import { UpkeepStage } from './upkeep-stage.js';

/** Removes what every stage has used, and sums up usage and large markets. */
@Module({
  providers: [
    RetentionMetrics,
    { provide: SummaryStage, inject: [Database], useFactory: (database: Database) => new SummaryStage(database) },
    {
      provide: UpkeepStage,
      inject: [Database, CONFIG, RetentionMetrics],
      useFactory: (
        database: Database,
        { searchEngine, removedAlertsKeptMs, retention }: Config,
        metrics: RetentionMetrics,
      ) =>
        new UpkeepStage(
          database,
          { keepsIndex: searchEngine === 'opensearch', removedAlertsKeptMs, retention },
          metrics,
        ),
    },
  ],
})
export class UpkeepModule implements OnApplicationBootstrap {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly upkeep: UpkeepStage,
    private readonly summaries: SummaryStage,
  ) {}

  onApplicationBootstrap(): void {
    this.pipeline.start(this.upkeep, this.summaries);
  }
}
