import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { sendWarnings, WARNINGS_HEADERS } from '../http/warnings.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { Billable } from '../usage/billable.js';
import { MayBeStale } from '../replica/may-be-stale.js';
import { FACETS_EXAMPLES } from './facets-examples.js';
import { FacetsRequest } from './facets-request.js';
import { FacetsResponse } from './facets-response.js';
import { PropertyFacetsService } from './property-facets.service.js';

@Controller('properties')
@Admitted('search')
@ApiKeyed('Properties')
export class PropertyFacetsController {
  constructor(private readonly facets: PropertyFacetsService) {}

  @Post('facets')
  @MayBeStale('search')
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Billable('search', () => 0)
  @ApiOperation({
    operationId: 'countPropertiesByFacets',
    summary: 'Count properties by type, rooms, price, area, city and features',
    description: [
      'Takes the body of a search; paging, order and fields have no effect.',
      "Each count is what POST /properties/count returns if the facet's own condition is replaced by the " +
        "value. A facet's own conditions are those on the same field at the root of the criteria, or in " +
        'children that must hold. For city they are the conditions on divisions, and for a feature its own ' +
        'flag.',
      'Bands include both of their ends: a price of exactly 200,000 counts in "up to 200,000" and in "from ' +
        '200,000".',
    ].join('\n\n'),
  })
  @ApiBody({ type: FacetsRequest, examples: FACETS_EXAMPLES })
  @ApiOkResponse({ type: FacetsResponse, description: 'The counts.', headers: WARNINGS_HEADERS })
  async count(
    @Caller() caller: Caller,
    @Body() request: FacetsRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<FacetsResponse> {
    const { answer, warnings } = await this.facets.count(caller.accountId, request);
    sendWarnings(reply, warnings);
    return answer;
  }
}
