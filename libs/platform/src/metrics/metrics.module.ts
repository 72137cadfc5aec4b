import { Module, type DynamicModule } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { createMetrics, Health, Registry } from '@gable/runtime';

/** What operators look at, for every module: the `Registry` of figures, and the `Health` of the process. */
@Module({})
export class MetricsModule {
  /** `processName` labels every figure: `api`, `worker`. */
  static forRoot(processName: string): DynamicModule {
    return {
      module: MetricsModule,
      global: true,
      providers: [
        { provide: Registry, useFactory: () => createMetrics(processName) },
        {
          provide: Health,
          inject: [Database],
          useFactory: (database: Database) =>
            new Health().add('database', () => database.query('select 1 from account limit 1')),
        },
      ],
      exports: [Registry, Health],
    };
  }
}
