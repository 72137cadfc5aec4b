import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import { Collection, PageQuery, rangeOf, type Page } from '../http/collection.js';
import { IdempotencyKey, sendRepeatable } from '../http/idempotency.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { DocumentFavorites, DocumentKeepFavorite, DocumentRemoveFavorite } from './favorite-properties.openapi.js';
import { FavoritePropertiesService, type FavoriteAnswer } from './favorite-properties.service.js';
import { FavoriteRequest } from './favorite-request.js';

@Controller('favorite-properties')
export class FavoritePropertiesController {
  constructor(private readonly favorites: FavoritePropertiesService) {}

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Collection()
  @DocumentFavorites()
  list(@Caller() caller: Caller, @Query() query: PageQuery): Promise<Page<FavoriteAnswer>> {
    return this.favorites.list(caller, rangeOf(query));
  }

  @Post()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentKeepFavorite()
  async keep(
    @Caller() caller: Caller,
    @Body() request: FavoriteRequest,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sendRepeatable(reply, await this.favorites.keep(caller, request, key));
  }

  @Delete(':id')
  @HttpCode(204)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentRemoveFavorite()
  remove(@Caller() caller: Caller, @Param('id', UuidInPath) id: string): Promise<void> {
    return this.favorites.remove(caller, id);
  }
}
