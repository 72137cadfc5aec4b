import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Database } from '@gable/persistence';
import { Health, Registry, type Config, type Logger } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { CONFIG } from '../config/config.module.js';
import { DatabaseServer, type ConnectionOptions } from '../database/database-server.js';
import { LOG } from '../logging/logging.module.js';
import { observeReplica } from './observe-replica.js';
import { openPropertySearch, type OpenedSearch } from './open-property-search.js';

/** Injects the search engine: `@Inject(PROPERTY_SEARCH) search: PropertySearch`. */
export const PROPERTY_SEARCH = Symbol('PropertySearch');
/** Injects the connections that searches work on, for what else a search reads. */
export const SEARCH_DATABASE = Symbol('the Database of searches');
const OPENED_SEARCH = Symbol('the search engine and how it is closed');

/** The search engine that the settings name, for every module, on connections of its own. */
@Module({})
export class SearchModule implements OnApplicationShutdown {
  constructor(@Inject(OPENED_SEARCH) private readonly opened: OpenedSearch) {}

  static forRoot(options: ConnectionOptions): DynamicModule {
    return {
      module: SearchModule,
      global: true,
      providers: [
        {
          provide: SEARCH_DATABASE,
          inject: [DatabaseServer],
          useFactory: (server: DatabaseServer) => server.open(options),
        },
        {
          provide: OPENED_SEARCH,
          inject: [CONFIG, SEARCH_DATABASE, Health, Registry, LOG, DatabaseServer],
          useFactory: async (
            config: Config,
            database: Database,
            health: Health,
            metrics: Registry,
            log: Logger,
            server: DatabaseServer,
          ) => {
            const replica = await server.replica();
            if (replica !== undefined) observeReplica(replica, metrics, health);
            return openPropertySearch({ config, database, health, metrics, log });
          },
        },
        {
          provide: PROPERTY_SEARCH,
          inject: [OPENED_SEARCH],
          useFactory: ({ search }: OpenedSearch): PropertySearch => search,
        },
      ],
      exports: [PROPERTY_SEARCH, SEARCH_DATABASE],
    };
  }

  /** Runs before the database is closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.opened.close();
  }
}
