import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { ListingStateView } from '@gable/domain/property';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { FieldsQuery } from '../fields/fields-query.js';
import { Collection, type Page } from '../http/collection.js';
import { ReadQuery } from '../http/read-query.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiCollectionResponse, ApiKeyed } from '../openapi/decorators.js';
import { Billable } from '../usage/billable.js';
import { ListingStateResponse } from './listing-state-response.js';
import { ListingsService } from './listings.service.js';
import { RevisionInPath } from './revision-in-path.js';
import { RevisionsQuery } from './revisions-query.js';

@Controller('listings/:id')
@Admitted('search')
@ApiKeyed('Listings')
@ApiParam({ name: 'id', format: 'uuid' })
export class ListingsController {
  constructor(private readonly listings: ListingsService) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Billable('search', () => 1)
  @ApiOperation({
    operationId: 'readListing',
    summary: 'Read a listing',
    description: 'The listing as it is now, online or not.',
  })
  @ApiOkResponse({ type: ListingStateResponse, description: 'The listing.' })
  read(@Param('id', UuidInPath) id: string, @ReadQuery() query: FieldsQuery): Promise<Partial<ListingStateView>> {
    return this.listings.read(id, query);
  }

  @Get('revisions')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Collection()
  @Billable('search', (page: readonly unknown[]) => page.length)
  @ApiOperation({
    operationId: 'listListingRevisions',
    summary: 'List the states of a listing',
    description: 'Every state of the listing, complete, oldest first, so pages never shift.',
  })
  @ApiCollectionResponse(ListingStateResponse, 'States of the listing.')
  revisions(
    @Param('id', UuidInPath) id: string,
    @ReadQuery() query: RevisionsQuery,
  ): Promise<Page<Partial<ListingStateView>>> {
    return this.listings.revisions(id, query);
  }

  @Get('revisions/:revisionId')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Billable('search', () => 1)
  @ApiOperation({ operationId: 'readListingRevision', summary: 'Read one state of a listing' })
  @ApiParam({ name: 'revisionId', schema: { type: 'integer', minimum: 1 } })
  @ApiOkResponse({ type: ListingStateResponse, description: 'The listing as of this revision.' })
  revision(
    @Param('id', UuidInPath) id: string,
    @Param('revisionId', RevisionInPath) revisionId: number,
    @ReadQuery() query: FieldsQuery,
  ): Promise<Partial<ListingStateView>> {
    return this.listings.revision(id, revisionId, query);
  }
}
