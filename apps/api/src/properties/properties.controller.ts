import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { PropertyRecordView } from '@gable/domain/property';
import { CONFIG } from '@gable/platform';
import type { Config } from '@gable/runtime';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { ANSWERS, trim, type FieldChoice } from '../fields/answer-fields.js';
import { choiceOf, FieldsQuery } from '../fields/fields-query.js';
import { JSON_API_TYPE, JSON_TYPE, MediaType, Offers } from '../http/negotiation.js';
import { publicPathOf } from '../http/public-path.js';
import { WrittenBody, type WrittenList } from '../http/written-body.js';
import { COSTS_MORE, Direct, LooksFirst } from '../direct/direct.js';
import { bodyOf, queryOf, uuidOf } from '../direct/arguments.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiKeyed, ApiNegotiatedResponse } from '../openapi/decorators.js';
import { Billable } from '../usage/billable.js';
import { ListingHistoryResponse } from './listing-history-response.js';
import { ApiMergedResponse, redirectToSurvivor } from './merged-property.js';
import { PropertiesService } from './properties.service.js';
import { PropertyDocument, propertyDocument, PropertyRecordResponse, writtenDocument } from './property-response.js';
import { SearchByUrlQuery } from './search-by-url-query.js';
import { SEARCH_EXAMPLES } from './search-examples.js';
import { CountRequest, SearchRequest } from './search-request.js';
import {
  BACKEND_HEADERS,
  CountResponse,
  itemsOf,
  SearchEnvelope,
  SearchFlat,
  searchResponse,
} from './search-response.js';
import { ReadQuery } from '../http/read-query.js';
import { sendWarnings, WARNINGS_HEADERS } from '../http/warnings.js';
import { MayBeStale } from '../replica/may-be-stale.js';

const ApiPropertyResponse = () =>
  ApiNegotiatedResponse(
    { status: 200, description: 'The property; a JSON:API document if Accept asks for one.' },
    { [JSON_TYPE]: PropertyRecordResponse, [JSON_API_TYPE]: PropertyDocument },
  );

@Controller('properties')
@Admitted('search')
@ApiKeyed('Properties')
export class PropertiesController {
  private readonly root: string;

  constructor(
    private readonly properties: PropertiesService,
    @Inject(CONFIG) config: Config,
  ) {
    this.root = publicPathOf(config);
  }

  @Post()
  @Direct((request, reply) => [request.caller!, bodyOf<SearchRequest>(request), request.answerType!, reply])
  @LooksFirst()
  @MayBeStale('search')
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Offers(JSON_API_TYPE, JSON_TYPE)
  @Billable('search', itemsOf)
  @ApiOperation({
    operationId: 'searchProperties',
    summary: 'Search properties',
    description: [
      'A property is found if one of its online listings meets all conditions.',
      'Accept chooses the form of the response: application/json returns shape B (flat); ' +
        'application/vnd.api+json, */* or no Accept returns shape A (envelope).',
      'To read all results, send `nextRequestBody` as the next body until `hasNextPage` is false.',
      'Page mode reaches 10,000 results. Cursor mode has no end, and stays stable while listings arrive ' +
        '(ROLE_SAAS_USER sees 100 results).',
    ].join('\n\n'),
  })
  @ApiBody({ type: SearchRequest, examples: SEARCH_EXAMPLES })
  @ApiNegotiatedResponse(
    {
      status: 200,
      description: 'One page.',
      headers: {
        ...WARNINGS_HEADERS,
        ...BACKEND_HEADERS,
      },
    },
    { [JSON_API_TYPE]: SearchEnvelope, [JSON_TYPE]: SearchFlat },
  )
  async search(
    @Caller() caller: Caller,
    @Body() request: SearchRequest,
    @MediaType() mediaType: string,
    @Res({ passthrough: true }) reply: FastifyReply,
    isLook = false,
  ): Promise<SearchEnvelope | SearchFlat | WrittenList | typeof COSTS_MORE> {
    const found = await (isLook ? this.properties.lookFor(caller, request) : this.properties.search(caller, request));
    if (found === null) return COSTS_MORE;
    const { answer: page, warnings } = found;
    sendWarnings(reply, warnings);
    if (page.backend !== null) reply.header('x-search-backend', page.backend);
    return searchResponse(mediaType, page, this.root);
  }

  @Post('count')
  @Direct((request, reply) => [request.caller!, bodyOf<CountRequest>(request), reply])
  @LooksFirst()
  @MayBeStale('search')
  @HttpCode(200)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Billable('search', () => 0)
  @ApiOperation({
    operationId: 'countProperties',
    summary: 'Count properties',
    description: 'Takes the body of a search; its paging fields have no effect.',
  })
  @ApiBody({ type: SearchRequest, examples: SEARCH_EXAMPLES })
  @ApiOkResponse({
    type: CountResponse,
    description: 'The count, without a cap if it can be counted in time.',
    headers: WARNINGS_HEADERS,
  })
  async count(
    @Caller() caller: Caller,
    @Body() request: CountRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    isLook = false,
  ): Promise<CountResponse | typeof COSTS_MORE> {
    const found = await (isLook
      ? this.properties.lookAndCount(caller, request)
      : this.properties.count(caller, request));
    if (found === null) return COSTS_MORE;
    sendWarnings(reply, found.warnings);
    return found.answer;
  }

  @Get('search-by-url')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Offers(JSON_TYPE, JSON_API_TYPE)
  @Billable('search', () => 1)
  @ApiOperation({ operationId: 'findPropertyByUrl', summary: 'Find the property of a listing by its URL' })
  @ApiPropertyResponse()
  async searchByUrl(@ReadQuery() query: SearchByUrlQuery, @MediaType() mediaType: string) {
    const choice = choiceOf(query, ANSWERS.propertyRecord);
    return this.inForm(mediaType, await this.properties.findByUrl(query.url), choice);
  }

  @Get(':uuid')
  @Admitted('reads')
  @Direct((request, reply) => [uuidOf(request), queryOf(request, FieldsQuery), request.answerType!, reply])
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Offers(JSON_TYPE, JSON_API_TYPE)
  @Billable('search', () => 1)
  @ApiOperation({ operationId: 'readProperty', summary: 'Read a property' })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiPropertyResponse()
  @ApiMergedResponse()
  async read(
    @Param('uuid', UuidInPath) uuid: string,
    @ReadQuery() query: FieldsQuery,
    @MediaType() mediaType: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PropertyAnswer | WrittenBody | undefined> {
    const choice = choiceOf(query, ANSWERS.propertyRecord);
    if (choice !== undefined) {
      const found = await this.properties.read(uuid);
      return 'mergedInto' in found ? redirectToSurvivor(reply, found) : this.inForm(mediaType, found, choice);
    }
    const found = await this.properties.readWritten(uuid);
    if ('mergedInto' in found) return redirectToSurvivor(reply, found);
    return new WrittenBody(mediaType === JSON_API_TYPE ? writtenDocument(uuid, found.bytes, this.root) : found.bytes);
  }

  @Get(':uuid/history')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('properties:read')
  @Billable('search', (listings: ListingHistoryResponse[]) => listings.length)
  @ApiOperation({
    operationId: 'readPropertyHistory',
    summary: 'List what changed, listing by listing',
    description:
      'The states of every listing, oldest first, with what each one changed. If a property has more than ' +
      '1,000 states, only the newest, in equal shares of its listings; `earlierEntries` says how many are ' +
      'left out.',
  })
  @ApiParam({ name: 'uuid', format: 'uuid' })
  @ApiOkResponse({ type: [ListingHistoryResponse], description: 'One entry per listing.' })
  @ApiMergedResponse()
  async history(
    @Param('uuid', UuidInPath) uuid: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListingHistoryResponse[] | undefined> {
    const found = await this.properties.history(uuid);
    return 'mergedInto' in found ? redirectToSurvivor(reply, found, '/history') : found;
  }

  private inForm(mediaType: string, property: PropertyRecordView, choice: FieldChoice): PropertyAnswer {
    const answer = trim(property, choice);
    return mediaType === JSON_API_TYPE ? propertyDocument(property.uuid, answer, this.root) : answer;
  }
}

type PropertyAnswer = Partial<PropertyRecordView> | PropertyDocument;
