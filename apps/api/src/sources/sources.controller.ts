import { Controller, Get, Query } from '@nestjs/common';
import { SourceStore, type Source } from '@gable/persistence/listings';
import { Roles } from '../access/roles.js';
import { Collection, rangeOf, type Page } from '../http/collection.js';
import { DocumentSources } from './sources.openapi.js';
import { SourcesQuery } from './sources-query.js';

@Controller('sources')
export class SourcesController {
  constructor(private readonly sources: SourceStore) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Collection()
  @DocumentSources()
  list(@Query() query: SourcesQuery): Promise<Page<Source>> {
    return this.sources.list(query.name, rangeOf(query));
  }
}
