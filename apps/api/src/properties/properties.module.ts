import { Module } from '@nestjs/common';
import { PropertyStore } from '@gable/persistence/properties';
import { PROPERTY_SEARCH, provideStoresOn, SEARCH_DATABASE, SECRETS } from '@gable/platform';
import type { SecretRings } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { CursorPager } from './cursor-pager.js';
import { PropertiesController } from './properties.controller.js';
import { PropertiesService } from './properties.service.js';
import { FoundRecords, PropertyRecords } from '../property-records/property-records.js';
import { SearchReader } from './read-search.js';

@Module({
  imports: [CriteriaModule],
  controllers: [PropertiesController],
  providers: [
    ...provideStoresOn(SEARCH_DATABASE, PropertyStore),
    PropertyRecords,
    FoundRecords,
    SearchReader,
    {
      provide: CursorPager,
      inject: [PROPERTY_SEARCH, SECRETS],
      useFactory: (search: PropertySearch, { cursorSecret }: SecretRings) => new CursorPager(search, cursorSecret),
    },
    PropertiesService,
  ],
})
export class PropertiesModule {}
