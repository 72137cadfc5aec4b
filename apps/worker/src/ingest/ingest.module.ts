import { Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { CONFIG, LOG, provideStores } from '@gable/platform';
import { SourceStore } from '@gable/persistence/listings';
import { Health, type Config, type Logger } from '@gable/runtime';
import { Pipeline } from '../pipeline/pipeline.js';
import { DropFolder } from './drop-folder.js';
import { DropFolderGauges } from './drop-folder-gauges.js';
import { FeedPlaces } from './feed-places.js';
import { FeedReader } from './feed-reader.js';
import { IngestMetrics } from './ingest-metrics.js';
import { IngestStage } from './ingest-stage.js';
import { SourceGauges } from './source-gauges.js';

/** From a file in the drop folder to committed listings, properties and changes. */
@Module({
  providers: [
    {
      provide: DropFolder,
      inject: [CONFIG, LOG],
      useFactory: ({ feedsDir }: Config, log: Logger) =>
        new DropFolder(
          feedsDir,
          (entry) => log.warn({ entry }, 'left alone in the drop folder: it is no regular file'),
          (feed) => log.warn({ feed }, 'it was written to after it was read; it is read again. Move feeds in.'),
        ),
    },
    FeedPlaces,
    FeedReader,
    ...provideStores(SourceStore),
    IngestMetrics,
    IngestStage,
    SourceGauges,
    DropFolderGauges,
  ],
  exports: [FeedPlaces],
})
export class IngestModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly folder: DropFolder,
    private readonly ingest: IngestStage,
    private readonly health: Health,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.folder.prepare();
    this.health.watch('drop-folder', () => this.folder.problem());
  }

  onApplicationBootstrap(): void {
    this.pipeline.start(this.ingest);
  }
}
