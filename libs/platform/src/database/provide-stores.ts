import type { FactoryProvider, InjectionToken } from '@nestjs/common';
import { Database } from '@gable/persistence';

type Store = new (database: Database) => object;

/** Providers for stores that need the database alone: `providers: [...provideStores(SourceStore), SourcesService]`. */
export function provideStores(...stores: readonly Store[]): FactoryProvider[] {
  return provideStoresOn(Database, ...stores);
}

/** The same on connections of their own: those of the `Database` that `token` injects. */
export function provideStoresOn(token: InjectionToken<Database>, ...stores: readonly Store[]): FactoryProvider[] {
  return stores.map((Store) => ({
    provide: Store,
    inject: [token],
    useFactory: (database: Database) => new Store(database),
  }));
}
