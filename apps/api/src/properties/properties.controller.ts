import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { PropertyView } from '@gable/domain/property';
import type { ListingHistory } from '@gable/persistence/properties';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import type { JsonObject } from '../http/json-body.js';
import { JSON_API_TYPE, JSON_TYPE, MediaType, Offers } from '../http/negotiation.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { Billable } from '../usage/billable.js';
import {
  DocumentCount,
  DocumentHistory,
  DocumentProperty,
  DocumentSearch,
  DocumentSearchByUrl,
} from './properties.openapi.js';
import { PropertiesService } from './properties.service.js';
import { answerInShape, itemsOf, propertyResource } from './search-answer.js';
import { SearchByUrlQuery } from './search-by-url-query.js';

@Controller('properties')
export class PropertiesController {
  constructor(private readonly properties: PropertiesService) {}

  @Post()
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Offers(JSON_API_TYPE, JSON_TYPE)
  @Billable('search', itemsOf)
  @DocumentSearch()
  async search(
    @Caller() caller: Caller,
    @Body() body: JsonObject,
    @MediaType() mediaType: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const page = await this.properties.search(caller, body);
    if (page.backend !== null) reply.header('x-search-backend', page.backend);
    return answerInShape(mediaType, page);
  }

  @Post('count')
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Billable('search', () => 0)
  @DocumentCount()
  async count(@Caller() caller: Caller, @Body() body: JsonObject): Promise<{ totalItems: number }> {
    return { totalItems: await this.properties.count(caller, body) };
  }

  @Get('search-by-url')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Offers(JSON_TYPE, JSON_API_TYPE)
  @Billable('search', () => 1)
  @DocumentSearchByUrl()
  async searchByUrl(@Query() query: SearchByUrlQuery, @MediaType() mediaType: string) {
    return single(await this.properties.findByUrl(query.url), mediaType);
  }

  @Get(':uuid')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Offers(JSON_TYPE, JSON_API_TYPE)
  @Billable('search', () => 1)
  @DocumentProperty()
  async read(
    @Param('uuid', UuidInPath) uuid: string,
    @MediaType() mediaType: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const found = await this.properties.read(uuid);
    if (!('mergedInto' in found)) return single(found, mediaType);
    reply.status(301).header('location', `/properties/${found.mergedInto}`);
    return undefined;
  }

  @Get(':uuid/history')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Billable('search', (listings: ListingHistory[]) => listings.length)
  @DocumentHistory()
  async history(
    @Param('uuid', UuidInPath) uuid: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListingHistory[] | undefined> {
    const found = await this.properties.history(uuid);
    if (!('mergedInto' in found)) return found;
    reply.status(301).header('location', `/properties/${found.mergedInto}/history`);
    return undefined;
  }
}

function single(property: PropertyView, mediaType: string) {
  if (mediaType !== JSON_API_TYPE) return property;
  const resource = propertyResource(property);
  return { data: resource, links: { self: resource.id } };
}
