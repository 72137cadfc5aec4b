import { Controller, Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { SourceStore } from '@gable/persistence/listings';
import { Roles } from '../access/roles.js';
import { Collection, rangeOf, type Page } from '../http/collection.js';
import { ApiCollectionResponse, ApiKeyed } from '../openapi/decorators.js';
import { SourceResponse } from './source-response.js';
import { SourcesQuery } from './sources-query.js';
import { ReadQuery } from '../http/read-query.js';

@Controller('sources')
@ApiKeyed('Sources')
export class SourcesController {
  constructor(private readonly sources: SourceStore) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Collection()
  @ApiOperation({ operationId: 'listSources', summary: 'List sources of listings', description: 'By name.' })
  @ApiCollectionResponse(SourceResponse, 'Sources whose name holds the text.')
  list(@ReadQuery() query: SourcesQuery): Promise<Page<SourceResponse>> {
    return this.sources.list(query.name, rangeOf(query));
  }
}
