import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@gable/runtime';

/** Injects the log of the process: `@Inject(LOG) log: Logger`. */
export const LOG = Symbol('Logger');

/** The log of the process, for every module. */
@Module({})
export class LoggingModule {
  /** Takes the log that `main.ts` has made: it also writes why Nest could not start. */
  static forRoot(log: Logger): DynamicModule {
    return { module: LoggingModule, global: true, providers: [{ provide: LOG, useValue: log }], exports: [LOG] };
  }
}
