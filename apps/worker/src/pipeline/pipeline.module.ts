import { Global, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Announcements } from '@gable/persistence';
import { provideStores } from '@gable/platform';
import { Pipeline } from './pipeline.js';
import { watchMainThread } from './watchdog.js';

/** Where every stage is started, what wakes them, and the watchdog that ends a process that hangs. */
@Global()
@Module({ providers: [...provideStores(Announcements), Pipeline], exports: [Pipeline] })
export class PipelineModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private endWatch: (() => Promise<unknown>) | undefined;

  constructor(private readonly announcements: Announcements) {}

  onApplicationBootstrap(): void {
    this.endWatch = watchMainThread();
    void this.announcements.open();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.announcements.close();
    await this.endWatch?.();
  }
}
