import { Module, type DynamicModule, type InjectionToken, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { createMetrics, Health, Registry, type Config } from '@gable/runtime';
import { CONFIG } from '../config/config.module.js';
import { DatabaseServer } from '../database/database-server.js';
import { observePools } from './observe-pools.js';
import { probeDatabase, warnOfFullDisk } from './probe-database.js';
import { warnOfPause } from './watch-delivery.js';
import { warnOfStages } from './watch-stages.js';

/** What operators look at, for every module: the `Registry` of figures, and the `Health` of the process. */
@Module({})
export class MetricsModule implements OnApplicationShutdown {
  constructor(private readonly health: Health) {}

  /**
   * `processName` labels every figure: `api`, `worker`. `probed` injects the connections that the health is asked over:
   * ones that others may keep busy make the process look sick.
   */
  static forRoot(processName: string, probed: InjectionToken<Database> = Database): DynamicModule {
    return {
      module: MetricsModule,
      global: true,
      providers: [
        {
          provide: Registry,
          inject: [DatabaseServer],
          useFactory: (server: DatabaseServer) => {
            const registry = createMetrics(processName);
            observePools(registry, server);
            return registry;
          },
        },
        {
          provide: Health,
          inject: [probed, CONFIG],
          useFactory: (database: Database, config: Config) =>
            new Health()
              .add('database', () => probeDatabase(database))
              .watch('disk', warnOfFullDisk)
              .watch('stages', () => warnOfStages(database, config))
              .watch('delivery', () => warnOfPause(database)),
        },
      ],
      exports: [Registry, Health],
    };
  }

  onApplicationShutdown(): void {
    this.health.stop();
  }
}
