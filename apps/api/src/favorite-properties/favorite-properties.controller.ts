import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { Collection, PageQuery, rangeOf, type Page } from '../http/collection.js';
import { IdempotencyKey, sendRepeatable } from '../http/idempotency.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiCollectionResponse, ApiIdempotencyKey, ApiKeyed } from '../openapi/decorators.js';
import { CreateFavoriteRequest } from './create-favorite-request.js';
import { FavoritePropertiesService } from './favorite-properties.service.js';
import { FavoriteResponse } from './favorite-response.js';
import { ReadQuery } from '../http/read-query.js';

@Controller('favorite-properties')
@Admitted('records')
@ApiKeyed('Favourites')
export class FavoritePropertiesController {
  constructor(private readonly favorites: FavoritePropertiesService) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('favorites:read')
  @Collection()
  @ApiOperation({
    operationId: 'listFavoriteProperties',
    summary: 'List favourites',
    description: 'Newest first. If a property is merged into another one, its favourite moves there.',
  })
  @ApiCollectionResponse(FavoriteResponse, 'Favourites of the account.')
  list(@Caller() caller: Caller, @ReadQuery() query: PageQuery): Promise<Page<FavoriteResponse>> {
    return this.favorites.list(caller, rangeOf(query));
  }

  @Post()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('favorites:write')
  @ApiOperation({ operationId: 'keepFavoriteProperty', summary: 'Add a property to the favourites' })
  @ApiIdempotencyKey('For 24 hours the same key with the same body returns the first response again.')
  @ApiCreatedResponse({ type: FavoriteResponse, description: 'Kept.' })
  @ApiOkResponse({ type: FavoriteResponse, description: 'The property is already a favourite of the account.' })
  async keep(
    @Caller() caller: Caller,
    @Body() request: CreateFavoriteRequest,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sendRepeatable(reply, await this.favorites.keep(caller, request, key));
  }

  @Delete(':id')
  @HttpCode(204)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('favorites:write')
  @ApiOperation({ operationId: 'removeFavoriteProperty', summary: 'Remove a favourite' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'Removed.' })
  remove(@Caller() caller: Caller, @Param('id', UuidInPath) id: string): Promise<void> {
    return this.favorites.remove(caller, id);
  }
}
