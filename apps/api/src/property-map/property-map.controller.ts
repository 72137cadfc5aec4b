import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { sendWarnings, WARNINGS_HEADERS } from '../http/warnings.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { BACKEND_HEADERS } from '../properties/search-response.js';
import { Billable } from '../usage/billable.js';
import { MayBeStale } from '../replica/may-be-stale.js';
import { MAP_EXAMPLES } from './map-examples.js';
import { MapRequest } from './map-request.js';
import { MapResponse } from './map-response.js';
import { PropertyMapService } from './property-map.service.js';

@Controller('properties')
@Admitted('search')
@ApiKeyed('Properties')
export class PropertyMapController {
  constructor(private readonly map: PropertyMapService) {}

  @Post('map')
  @MayBeStale('search')
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Billable('search', () => 0)
  @ApiOperation({
    operationId: 'mapProperties',
    summary: 'Show properties on a map',
    description: [
      'Takes the body of a search, with what is in view: `boundingBox` and `zoom`. Paging, order and ' +
        'fields have no effect.',
      'The response contains the tiles two levels below the zoom (64 pixels wide) that contain properties, ' +
        'each with their number, their centroid and their median price. If a cell has at most three ' +
        'properties, it names them.',
      'A property has one place: that of its online listing with the most exact location. If another of ' +
        'its listings is in the box, the place may be slightly outside of it.',
    ].join('\n\n'),
  })
  @ApiBody({ type: MapRequest, examples: MAP_EXAMPLES })
  @ApiOkResponse({
    type: MapResponse,
    description: 'The properties in view.',
    headers: { ...WARNINGS_HEADERS, ...BACKEND_HEADERS },
  })
  async show(
    @Caller() caller: Caller,
    @Body() request: MapRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MapResponse> {
    const { answer, backend, warnings } = await this.map.show(caller.accountId, request);
    sendWarnings(reply, warnings);
    reply.header('x-search-backend', backend);
    return answer;
  }
}
