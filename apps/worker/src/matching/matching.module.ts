import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { provideStores } from '@gable/platform';
import { ChangeStore } from '@gable/persistence/listings';
import { Pipeline } from '../pipeline/pipeline.js';
import { MatchingGauges } from './matching-gauges.js';
import { MatchingMetrics } from './matching-metrics.js';
import { MatchingStage } from './matching-stage.js';

/** From a committed change to the events of the alerts that it meets, and their notifications. */
@Module({ providers: [...provideStores(ChangeStore), MatchingMetrics, MatchingStage, MatchingGauges] })
export class MatchingModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly matching: MatchingStage,
  ) {}

  onApplicationBootstrap(): void {
    this.pipeline.start(this.matching);
  }

  /** Hands the shards to the other workers. */
  async onApplicationShutdown(): Promise<void> {
    await this.matching.leave();
  }
}
