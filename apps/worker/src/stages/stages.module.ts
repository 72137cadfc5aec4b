import { hostname } from 'node:os';
import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { newId, Database } from '@gable/persistence';
import { WorkerProcessStore } from '@gable/persistence/operation';
import { CONFIG, LOG, provideStores } from '@gable/platform';
import { Registry, type Config, type Logger } from '@gable/runtime';
import { observeStages } from './observe-stages.js';

/** A third of the time after which others take this process for gone. */
const SIGN_OF_LIFE_MS = 5_000;

/** Lets others know which stages this process runs, for as long as it lives. */
@Module({ providers: [...provideStores(WorkerProcessStore)] })
export class StagesModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private id = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly processes: WorkerProcessStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'workerStages'>,
    @Inject(LOG) private readonly log: Pick<Logger, 'warn'>,
    metrics: Registry,
  ) {
    observeStages(metrics, processes, config);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.id = newId(await this.database.now());
    await this.processes.forgetGone();
    await this.note();
    const missed = (err: unknown): void => this.log.warn({ err }, 'the sign of life of this process was not written');
    this.timer = setInterval(() => void this.note().catch(missed), SIGN_OF_LIFE_MS).unref();
  }

  /** The stages have ended by then. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.processes.remove(this.id).catch(() => {}); // where the database is away, others notice soon
  }

  private note(): Promise<void> {
    return this.processes.note(this.id, { host: hostname(), pid: process.pid, stages: this.config.workerStages });
  }
}
