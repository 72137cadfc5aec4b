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
    description: 'Newest first. A favourite follows its property when that is merged into another.',
  })
  @ApiCollectionResponse(FavoriteResponse, 'Favourites of the account.')
  list(@Caller() caller: Caller, @ReadQuery() query: PageQuery): Promise<Page<FavoriteResponse>> {
    return this.favorites.list(caller, rangeOf(query));
  }

  @Post()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('favorites:write')
  @ApiOperation({ operationId: 'keepFavoriteProperty', summary: 'Keep a property as a favourite' })
  @ApiIdempotencyKey('The same key and body give the first answer again for 24 hours.')
  @ApiCreatedResponse({ type: FavoriteResponse, description: 'Kept.' })
  @ApiOkResponse({ type: FavoriteResponse, description: 'The account has it already.' })
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
