import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { Health, Registry, type Config, type Logger } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { CONFIG } from '../config/config.module.js';
import { LOG } from '../logging/logging.module.js';
import { openPropertySearch, type OpenedSearch } from './open-property-search.js';

/** Injects the search engine: `@Inject(PROPERTY_SEARCH) search: PropertySearch`. */
export const PROPERTY_SEARCH = Symbol('PropertySearch');
const OPENED_SEARCH = Symbol('the search engine and how it is closed');

/** The search engine that the settings name, for every module. */
@Global()
@Module({
  providers: [
    {
      provide: OPENED_SEARCH,
      inject: [CONFIG, Database, Health, Registry, LOG],
      useFactory: (config: Config, database: Database, health: Health, metrics: Registry, log: Logger) =>
        openPropertySearch({ config, database, health, metrics, log }),
    },
    {
      provide: PROPERTY_SEARCH,
      inject: [OPENED_SEARCH],
      useFactory: ({ search }: OpenedSearch): PropertySearch => search,
    },
  ],
  exports: [PROPERTY_SEARCH],
})
export class SearchModule implements OnApplicationShutdown {
  constructor(@Inject(OPENED_SEARCH) private readonly opened: OpenedSearch) {}

  /** Runs before the database is closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.opened.close();
  }
}
