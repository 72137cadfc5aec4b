import { Module } from '@nestjs/common';
import type { Database } from '@gable/persistence';
import { createMetrics, type Config, type Logger, type Registry } from '@gable/runtime';
import { createDeliveryStage } from './delivery/create-delivery-stage.js';
import { DeliveryStage } from './delivery/delivery-stage.js';
import { DropFolder } from './ingest/drop-folder.js';
import { IngestStage } from './ingest/ingest-stage.js';
import { ingestMetrics } from './ingest/ingest-metrics.js';
import { createAlertMatcher } from './matching/create-alert-matcher.js';
import { matchingMetrics, observeMatching } from './matching/matching-metrics.js';
import { MatchingStage } from './matching/matching-stage.js';
import type { Stage } from './stage.js';
import { UpkeepStage } from './upkeep/upkeep-stage.js';

/** What the process was started with. */
export interface WorkerContext {
  config: Config;
  database: Database;
  log: Logger;
}

export const METRICS = Symbol('metrics');
export const STAGES = Symbol('stages');

/** The pipeline on one screen: every stage, in the order of the data's way. */
@Module({})
export class WorkerModule {
  static with({ config, database, log }: WorkerContext) {
    const matching = (metrics: Registry): MatchingStage => {
      const stage = new MatchingStage(database, createAlertMatcher, matchingMetrics(metrics, log));
      observeMatching(metrics, database, stage);
      return stage;
    };
    return {
      module: WorkerModule,
      providers: [
        { provide: METRICS, useFactory: () => createMetrics('worker') },
        { provide: DropFolder, useFactory: () => new DropFolder(config.feedsDir) },
        { provide: IngestStage, useFactory: (folder: DropFolder, metrics: Registry) => new IngestStage(database, folder, ingestMetrics(metrics, log)), inject: [DropFolder, METRICS] },
        { provide: MatchingStage, useFactory: matching, inject: [METRICS] },
        { provide: DeliveryStage, useFactory: (metrics: Registry) => createDeliveryStage({ config, database, log, metrics }), inject: [METRICS] },
        { provide: UpkeepStage, useFactory: () => new UpkeepStage(database) },
        { provide: STAGES, useFactory: (...stages: Stage[]) => stages, inject: [IngestStage, MatchingStage, DeliveryStage, UpkeepStage] },
      ],
    };
  }
}
