import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { DatabaseServer, type ConnectionOptions } from './database-server.js';

/** The `Database` of the process, for every module. Closed last, because other modules write while they shut down. */
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly server: DatabaseServer) {}

  /** Opens the pool that most of the process works with. A module that needs one of its own asks `DatabaseServer`. */
  static forRoot(options: ConnectionOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        DatabaseServer,
        { provide: Database, inject: [DatabaseServer], useFactory: (server: DatabaseServer) => server.open(options) },
      ],
      exports: [DatabaseServer, Database],
    };
  }

  /** Runs after the hooks of all modules that are not global. */
  async onApplicationShutdown(): Promise<void> {
    await this.server.close();
  }
}
