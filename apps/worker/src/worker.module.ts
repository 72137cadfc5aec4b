import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ConfigModule, DatabaseModule, LoggingModule, MetricsModule, WaitingRoom } from '@gable/platform';
import type { Config, Logger, WorkerStage } from '@gable/runtime';
import { DeliveryModule } from './delivery/delivery.module.js';
import { DerivationModule } from './derivation/derivation.module.js';
import { FeedJobsModule } from './feeds/feed-jobs.module.js';
import { FiguresModule } from './figures/figures.module.js';
import { HealthModule } from './health/health.module.js';
import { IndexingModule } from './indexing/indexing.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { MatchingModule } from './matching/matching.module.js';
import { PhrasesModule } from './phrases/phrases.module.js';
import { PipelineModule } from './pipeline/pipeline.module.js';
import { StagesModule } from './stages/stages.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';

/** What the names of WORKER_STAGES stand for. */
const modulesOf: Readonly<Record<WorkerStage, (config: Config) => Type[]>> = {
  ingest: () => [
    IngestModule, // a feed in the drop folder → listings, properties, changes
    FeedJobsModule, // a feed that arrived over HTTP → the same
  ],
  matching: () => [MatchingModule], // a change → events of alerts, notifications
  delivery: () => [DeliveryModule], // a notification → a webhook or a mail
  // a changed property → its document
  indexing: ({ searchEngine }) => (searchEngine === 'opensearch' ? [IndexingModule] : []),
  upkeep: () => [
    DerivationModule, // listings of an earlier release → the columns of this one
    PhrasesModule, // signed texts → segments that searches for phrases read
    UpkeepModule, // used queues → nothing; usage and markets → sums
  ],
};

/** The pipeline on one screen: the modules of the stages of this process. They stop in the opposite order. */
@Module({})
export class WorkerModule {
  static forRoot(config: Config, log: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config),
        LoggingModule.forRoot(log),
        DatabaseModule.forRoot(
          { applicationName: 'gable worker', poolSize: config.databasePoolSize },
          new WaitingRoom({ host: config.host, port: config.workerPort, isPortFixed: false, log }),
        ),
        MetricsModule.forRoot('worker'),
        PipelineModule, // runs the stages
        HealthModule, // GET /health/live, /health/ready, /metrics
        FiguresModule, // how far the stages are behind, and what the server does
        StagesModule, // which process runs which stages
        ...config.workerStages.flatMap((stage) => modulesOf[stage](config)),
      ],
    };
  }
}
