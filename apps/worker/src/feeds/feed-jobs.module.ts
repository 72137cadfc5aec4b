import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { FeedJobStore } from '@gable/persistence/feeds';
import { provideStores } from '@gable/platform';
import { IngestModule } from '../ingest/ingest.module.js';
import { Pipeline } from '../pipeline/pipeline.js';
import { FeedJobsMetrics } from './feed-jobs-metrics.js';
import { FeedJobsStage } from './feed-jobs-stage.js';
import { FeedSweepStage } from './feed-sweep-stage.js';

/** From a feed in the spool, where the API put it, to committed listings, properties and changes. */
@Module({
  imports: [IngestModule],
  providers: [...provideStores(FeedJobStore), FeedJobsMetrics, FeedJobsStage, FeedSweepStage],
})
export class FeedJobsModule implements OnApplicationBootstrap {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly jobs: FeedJobsStage,
    private readonly sweep: FeedSweepStage,
  ) {}

  onApplicationBootstrap(): void {
    this.pipeline.start(this.jobs, this.sweep);
  }
}
