import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule, DatabaseModule, LoggingModule, MetricsModule } from '@gable/platform';
import type { Config, Logger } from '@gable/runtime';
import { DeliveryModule } from './delivery/delivery.module.js';
import { DerivationModule } from './derivation/derivation.module.js';
import { FeedJobsModule } from './feeds/feed-jobs.module.js';
import { HealthModule } from './health/health.module.js';
import { IndexingModule } from './indexing/indexing.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { MatchingModule } from './matching/matching.module.js';
import { PipelineModule } from './pipeline/pipeline.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';

const POOL_SIZE = 14;

/** The pipeline on one screen: a module per stage, in the order of the data's way. They stop in the opposite order. */
@Module({})
export class WorkerModule {
  static forRoot(config: Config, log: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot(log),
        DatabaseModule.forRoot({ applicationName: 'gable worker', poolSize: POOL_SIZE }),
        MetricsModule.forRoot('worker'),
        PipelineModule, // runs the stages
        HealthModule, // GET /health/live, /health/ready, /metrics
        IngestModule, // a feed in the drop folder → listings, properties, changes
        FeedJobsModule, // a feed that arrived over HTTP → the same
        ...(config.searchEngine === 'opensearch' ? [IndexingModule] : []), // a changed property → its document
        MatchingModule, // a change → events of alerts, notifications
        DeliveryModule, // a notification → a webhook or a mail
        DerivationModule, // listings of an earlier release → the columns of this one
        UpkeepModule, // used queues → nothing; usage and markets → sums
      ],
    };
  }
}
