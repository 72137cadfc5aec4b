import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { UsageStore } from '@gable/persistence/usage';
import { CONFIG, DatabaseServer, LOG } from '@gable/platform';
import type { Config, Logger } from '@gable/runtime';
import { UsageMeter } from './usage-meter.js';

const STATEMENT_TIMEOUT_MS = 5_000;

/** Counts what is billed. The meter is undefined where the operator does not want it counted. */
@Module({
  providers: [
    {
      provide: UsageStore,
      inject: [DatabaseServer],
      // A connection of its own: usage is written in time however busy the others are.
      useFactory: async (server: DatabaseServer) =>
        new UsageStore(
          await server.open({
            applicationName: 'gable api usage',
            poolSize: 1,
            statementTimeoutMs: STATEMENT_TIMEOUT_MS,
          }),
        ),
    },
    {
      provide: UsageMeter,
      inject: [CONFIG, UsageStore, LOG],
      useFactory: ({ usageCounting }: Config, store: UsageStore, log: Logger) =>
        usageCounting ? new UsageMeter(store, log) : undefined,
    },
  ],
  exports: [UsageStore, UsageMeter],
})
export class UsageModule implements OnApplicationShutdown {
  constructor(@Inject(UsageMeter) private readonly meter: UsageMeter | undefined) {}

  /** Writes what the last requests cost. */
  async onApplicationShutdown(): Promise<void> {
    await this.meter?.close();
  }
}
