import { Module } from '@nestjs/common';
import { Database } from '@gable/persistence';
import { PropertyStore } from '@gable/persistence/properties';
import type { Secrets } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { CriteriaModule } from '../criteria/criteria.module.js';
import { CriteriaPlaces } from '../criteria/criteria-places.js';
import { PROPERTY_SEARCH, SECRETS } from '../parts.js';
import { PropertiesController } from './properties.controller.js';
import { PropertiesService } from './properties.service.js';
import { SearchReader } from './read-search.js';
import { CursorPager } from './cursor-pager.js';

@Module({
  imports: [CriteriaModule],
  controllers: [PropertiesController],
  providers: [
    {
      provide: PropertiesService,
      inject: [Database, CriteriaPlaces, PROPERTY_SEARCH, SECRETS],
      useFactory: (database: Database, places: CriteriaPlaces, search: PropertySearch, { cursorSecret }: Secrets) =>
        new PropertiesService(
          new SearchReader(places),
          search,
          new CursorPager(search, cursorSecret),
          new PropertyStore(database),
        ),
    },
  ],
})
export class PropertiesModule {}
