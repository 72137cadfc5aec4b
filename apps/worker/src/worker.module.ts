import { Module } from '@nestjs/common';
import type { Database } from '@gable/persistence';
import { createMetrics, type Config, type Logger, type Registry } from '@gable/runtime';
import { ConfirmationStage } from './delivery/confirmation-stage.js';
import { createDeliveryStages } from './delivery/create-delivery-stages.js';
import { DeliveryStage } from './delivery/delivery-stage.js';
import { DropFolder } from './ingest/drop-folder.js';
import { createIndexingStages } from './indexing/create-indexing-stages.js';
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
const INDEXING = Symbol('the stages that keep an index');
const SENDING = Symbol('the stages that send');

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
        {
          provide: DropFolder,
          useFactory: () =>
            new DropFolder(config.feedsDir, (entry) =>
              log.warn({ entry }, 'left alone in the drop folder: it is no regular file'),
            ),
        },
        {
          provide: IngestStage,
          useFactory: (folder: DropFolder, metrics: Registry) =>
            new IngestStage(database, folder, ingestMetrics(metrics, log)),
          inject: [DropFolder, METRICS],
        },
        {
          provide: INDEXING,
          useFactory: (metrics: Registry) => createIndexingStages({ config, database, log, metrics }),
          inject: [METRICS],
        },
        { provide: MatchingStage, useFactory: matching, inject: [METRICS] },
        {
          provide: SENDING,
          useFactory: (metrics: Registry) => createDeliveryStages({ config, database, log, metrics }),
          inject: [METRICS],
        },
        {
          provide: DeliveryStage,
          useFactory: ({ delivery }: ReturnType<typeof createDeliveryStages>) => delivery,
          inject: [SENDING],
        },
        {
          provide: ConfirmationStage,
          useFactory: ({ confirmation }: ReturnType<typeof createDeliveryStages>) => confirmation,
          inject: [SENDING],
        },
        { provide: UpkeepStage, useFactory: () => new UpkeepStage(database, config.searchEngine === 'opensearch') },
        {
          provide: STAGES,
          useFactory: (...stages: (Stage | Stage[])[]) => stages.flat(),
          inject: [IngestStage, INDEXING, MatchingStage, DeliveryStage, ConfirmationStage, UpkeepStage],
        },
      ],
    };
  }
}
