import { Inject, Module } from '@nestjs/common';
import { StageFiguresStore } from '@gable/persistence';
import { ServerStore } from '@gable/persistence/operation';
import { CONFIG, provideStores } from '@gable/platform';
import { neededStages, Registry, sharedRead, type Config } from '@gable/runtime';
import { observeBacklog } from './observe-backlog.js';
import { observeServer } from './observe-server.js';

/** Figures that each worker shows, whatever stages it runs: also of a stage that nobody runs. */
@Module({
  providers: [...provideStores(ServerStore, StageFiguresStore)],
})
export class FiguresModule {
  constructor(
    metrics: Registry,
    server: ServerStore,
    stages: StageFiguresStore,
    @Inject(CONFIG) config: Pick<Config, 'searchEngine'>,
  ) {
    observeServer(metrics, server);
    observeBacklog(
      metrics,
      sharedRead(() => stages.read()),
      neededStages(config),
    );
  }
}
