import { Controller, Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { FeedJobStore } from '@gable/persistence/feeds';
import { SourceStore } from '@gable/persistence/listings';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { Collection, rangeOf, type Page } from '../http/collection.js';
import { ApiCollectionResponse, ApiKeyed } from '../openapi/decorators.js';
import { lastJobResponse } from './last-job-response.js';
import { SourceResponse } from './source-response.js';
import { SourcesQuery } from './sources-query.js';
import { ReadQuery } from '../http/read-query.js';

@Controller('sources')
@Admitted('records')
@ApiKeyed('Sources')
export class SourcesController {
  constructor(
    private readonly sources: SourceStore,
    private readonly jobs: FeedJobStore,
  ) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Collection()
  @ApiOperation({
    operationId: 'listSources',
    summary: 'List the sources of listings',
    description:
      'Ordered by name. Each source has its number of online listings, its newest state, and its rejected lines.',
  })
  @ApiCollectionResponse(SourceResponse, 'Sources whose name contains the text.')
  async list(@ReadQuery() query: SourcesQuery): Promise<Page<SourceResponse>> {
    const { items, total } = await this.sources.list(query.name, rangeOf(query));
    const lastJobs = await this.jobs.lastOf(items.map(({ domain }) => domain));
    return {
      items: items.map((source) => {
        const lastJob = lastJobs.get(source.domain);
        return { ...source, lastJob: lastJob === undefined ? null : lastJobResponse(lastJob) };
      }),
      total,
    };
  }
}
