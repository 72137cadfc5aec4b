import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { NeedsScope, Roles } from '../access/roles.js';
import { Admitted } from '../admission/admitted.js';
import { BodyLimit } from '../http/body-limit.js';
import { Collection, PageQuery, rangeOf, type Page } from '../http/collection.js';
import { IdempotencyKey, sendRepeatable } from '../http/idempotency.js';
import { PROBLEM_MEDIA_TYPE } from '../http/problem.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { ApiCollectionResponse, ApiIdempotencyKey, ApiKeyed, LOCATION_HEADER } from '../openapi/decorators.js';
import { ref } from '../openapi/schema.js';
import { CreateShapeRequest } from './create-shape-request.js';
import { SHAPE_EXAMPLE } from './shape-examples.js';
import { ShapeResponse } from './shape-response.js';
import { ShapesService } from './shapes.service.js';
import { ReadQuery } from '../http/read-query.js';

const SHAPE_BYTES = 512 * 1024;

@Controller('geo/shapes')
@Admitted('records')
@ApiKeyed('Geography')
export class ShapesController {
  constructor(private readonly shapes: ShapesService) {}

  @Post()
  @BodyLimit(SHAPE_BYTES)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('shapes:write')
  @ApiOperation({
    operationId: 'createShape',
    summary: 'Create a drawn area',
    description: 'Criteria use its id in includedGeoShapeIds and excludedGeoShapeIds. The body may have up to 512 kB.',
  })
  @ApiIdempotencyKey('For 24 hours the same key with the same body returns the first response again.')
  @ApiExtraModels(CreateShapeRequest)
  @ApiBody({
    schema: { anyOf: [ref('ShapeRequest'), ref('Area')] },
    examples: { named: { value: SHAPE_EXAMPLE }, bare: { value: SHAPE_EXAMPLE.geometry } },
  })
  @ApiCreatedResponse({ type: ShapeResponse, description: 'Stored.', headers: LOCATION_HEADER })
  async create(
    @Caller() caller: Caller,
    @Body() request: CreateShapeRequest,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sendRepeatable(reply, await this.shapes.create(caller, request, key));
  }

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('shapes:read')
  @Collection()
  @ApiOperation({ operationId: 'listShapes', summary: 'List drawn areas', description: 'Newest first.' })
  @ApiCollectionResponse(ShapeResponse, 'Areas of the account.')
  list(@Caller() caller: Caller, @ReadQuery() query: PageQuery): Promise<Page<ShapeResponse>> {
    return this.shapes.list(caller, rangeOf(query));
  }

  @Get(':id')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('shapes:read')
  @ApiOperation({ operationId: 'readShape', summary: 'Read a drawn area' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: ShapeResponse, description: 'The area.' })
  read(@Caller() caller: Caller, @Param('id', UuidInPath) id: string): Promise<ShapeResponse> {
    return this.shapes.read(caller, id);
  }

  @Delete(':id')
  @HttpCode(204)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @NeedsScope('shapes:write')
  @ApiOperation({
    operationId: 'removeShape',
    summary: 'Delete a drawn area',
    description: 'An area that an alert uses cannot be deleted.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'Removed.' })
  @ApiConflictResponse({
    description: 'Alerts use the area; detail names the first of them.',
    content: { [PROBLEM_MEDIA_TYPE]: { schema: ref('Problem') } },
  })
  remove(@Caller() caller: Caller, @Param('id', UuidInPath) id: string): Promise<void> {
    return this.shapes.remove(caller, id);
  }
}
