import type { FactoryProvider } from '@nestjs/common';
import { Database } from '@gable/persistence';

/** Providers for stores that need the database alone: `providers: [...provideStores(SourceStore), SourcesService]`. */
export function provideStores(...stores: readonly (new (database: Database) => object)[]): FactoryProvider[] {
  return stores.map((Store) => ({
    provide: Store,
    inject: [Database],
    useFactory: (database: Database) => new Store(database),
  }));
}
