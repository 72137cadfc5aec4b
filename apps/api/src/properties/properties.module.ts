import { Module } from '@nestjs/common';
import { Database, DivisionStore, PropertyStore, ShapeStore } from '@gable/persistence';
import type { Secrets } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { PROPERTY_SEARCH, SECRETS } from '../parts.js';
import { KnownDivisions } from './known-divisions.js';
import { PropertiesController } from './properties.controller.js';
import { PropertiesService } from './properties.service.js';
import { SearchReader } from './read-search.js';
import { SearchWalk } from './search-walk.js';

@Module({
  controllers: [PropertiesController],
  providers: [{
    provide: PropertiesService,
    inject: [Database, PROPERTY_SEARCH, SECRETS],
    useFactory: (database: Database, search: PropertySearch, { cursorSecret }: Secrets) => new PropertiesService(
      new SearchReader(new KnownDivisions(new DivisionStore(database)), new ShapeStore(database)),
      search,
      new SearchWalk(search, cursorSecret),
      new PropertyStore(database),
    ),
  }],
})
export class PropertiesModule {}
