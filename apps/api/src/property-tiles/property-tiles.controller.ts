import { Body, Controller, Get, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { Offers } from '../http/negotiation.js';
import { invalid } from '../http/problem.js';
import { ReadQuery } from '../http/read-query.js';
import { sendWarnings, WARNINGS_HEADERS } from '../http/warnings.js';
import { ApiKeyed } from '../openapi/decorators.js';
import { SEARCH_EXAMPLES } from '../properties/search-examples.js';
import { SearchRequest } from '../properties/search-request.js';
import { BACKEND_HEADERS } from '../properties/search-response.js';
import { MOST_ZOOM } from '../property-map/map-request.js';
import { Billable } from '../usage/billable.js';
import { MayBeStale } from '../replica/may-be-stale.js';
import { matchesTag } from './matches-tag.js';
import { PropertyTilesService } from './property-tiles.service.js';
import { readTile } from './read-tile.js';
import { TileQuery } from './tile-query.js';
import { TileSearchResponse } from './tile-search-response.js';

export const TILE_TYPE = 'application/vnd.mapbox-vector-tile';
/** A map that is panned to and fro does not ask again at once. A browser that has another key by then does. */
const KEPT = { 'cache-control': 'private, max-age=60', vary: 'Accept, X-API-Key' };

const wholeNumber = (maximum?: number) => ({ type: 'integer', minimum: 0, ...(maximum && { maximum }) }) as const;

@Controller('properties/tiles')
@Admitted('search')
@ApiKeyed('Properties')
export class PropertyTilesController {
  constructor(private readonly tiles: PropertyTilesService) {}

  @Post()
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Billable('search', () => 0)
  @ApiOperation({
    operationId: 'keepTileSearch',
    summary: 'Store a search for vector tiles',
    description: [
      'Takes the body of a search; paging, order and fields have no effect. The search is kept for an ' +
        'hour, and for another hour each time it is sent again: the same criteria have the same id, however ' +
        'they are spelled.',
      'An account may keep 1,000 searches. Beyond that, the one that would end first is replaced.',
    ].join('\n\n'),
  })
  @ApiBody({ type: SearchRequest, examples: SEARCH_EXAMPLES })
  @ApiOkResponse({ type: TileSearchResponse, description: 'The path of its tiles.', headers: WARNINGS_HEADERS })
  async keep(
    @Caller() caller: Caller,
    @Body() request: SearchRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TileSearchResponse> {
    const { answer, warnings } = await this.tiles.keep(caller.accountId, request);
    sendWarnings(reply, warnings);
    return answer;
  }

  @Get(':z/:x/:y.mvt')
  @MayBeStale('search')
  @Offers(TILE_TYPE)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Billable('search', () => 0)
  @ApiOperation({
    operationId: 'readTile',
    summary: 'Read a vector tile of a search',
    description: [
      'The tile shows what POST /properties/map returns at its zoom, for the properties whose place is in ' +
        'the tile. Layer `cells`: `count` and `medianPrice` of each cell, at its centroid. Layer ' +
        '`properties`: `uuid` and `minPrice` of the properties that cells of at most three name. A price ' +
        'that is null has no attribute.',
      'A property is in one tile per zoom. A tile without properties has no layers and no bytes.',
    ].join('\n\n'),
  })
  @ApiParam({ name: 'z', schema: wholeNumber(MOST_ZOOM) })
  @ApiParam({ name: 'x', schema: wholeNumber() })
  @ApiParam({ name: 'y', schema: wholeNumber() })
  @ApiHeader({ name: 'If-None-Match', required: false, schema: { type: 'string' } })
  @ApiProduces(TILE_TYPE)
  @ApiOkResponse({
    description: 'The tile, in the format Mapbox Vector Tile 2.1.',
    schema: { type: 'string', format: 'binary' },
    headers: {
      ...BACKEND_HEADERS,
      ETag: { schema: { type: 'string' } },
      'Cache-Control': { schema: { type: 'string' } },
    },
  })
  @ApiResponse({ status: 304, description: 'The tile is unchanged since the one in If-None-Match. Not billed.' })
  async read(
    @Caller() caller: Caller,
    @Param() place: { z: string; x: string; y: string },
    @ReadQuery() { search }: TileQuery,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    const tile = readTile(place);
    if (!tile.ok) throw invalid(tile.violations);
    const { bytes, etag, backend } = await this.tiles.draw(caller.accountId, search.toLowerCase(), tile.value);
    reply.headers({ ...KEPT, 'x-search-backend': backend, etag });
    if (matchesTag(known, etag)) {
      reply.status(304);
      return undefined;
    }
    reply.type(TILE_TYPE);
    return bytes;
  }
}
