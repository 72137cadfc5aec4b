import { Global, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Pipeline } from './pipeline.js';
import { watchMainThread } from './watchdog.js';

/** Where every stage is started, and the watchdog that ends a process that hangs. */
@Global()
@Module({ providers: [Pipeline], exports: [Pipeline] })
export class PipelineModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private endWatch: (() => Promise<unknown>) | undefined;

  onApplicationBootstrap(): void {
    this.endWatch = watchMainThread();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.endWatch?.();
  }
}
