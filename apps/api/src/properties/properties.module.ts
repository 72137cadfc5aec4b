import { Module } from '@nestjs/common';
import type { CriteriaLimits } from '@gable/domain';
import { Database, DivisionStore, PropertyStore, ShapeStore } from '@gable/persistence';
import type { Secrets } from '@gable/runtime';
import type { PropertySearch } from '@gable/search';
import { CRITERIA_LIMITS, PROPERTY_SEARCH, SECRETS } from '../parts.js';
import { KnownDivisions } from './known-divisions.js';
import { PropertiesController } from './properties.controller.js';
import { PropertiesService } from './properties.service.js';
import { SearchReader } from './read-search.js';
import { SearchWalk } from './search-walk.js';

@Module({
  controllers: [PropertiesController],
  providers: [{
    provide: PropertiesService,
    inject: [Database, PROPERTY_SEARCH, SECRETS, CRITERIA_LIMITS],
    useFactory: (database: Database, search: PropertySearch, { cursorSecret }: Secrets, limits: CriteriaLimits) => new PropertiesService(
      new SearchReader(new KnownDivisions(new DivisionStore(database)), new ShapeStore(database), limits),
      search,
      new SearchWalk(search, cursorSecret),
      new PropertyStore(database),
    ),
  }],
})
export class PropertiesModule {}
