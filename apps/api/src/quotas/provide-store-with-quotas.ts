import { quotasWith, type Quotas } from '@gable/domain';
import { Database } from '@gable/persistence';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import type { FactoryProvider } from '@nestjs/common';

/** The provider of a store that counts what accounts have. */
export function provideStoreWithQuotas(Store: new (database: Database, quotas: Quotas) => object): FactoryProvider {
  return {
    provide: Store,
    inject: [Database, CONFIG],
    useFactory: (database: Database, { accountQuotas }: Config) => new Store(database, quotasWith(accountQuotas)),
  };
}
