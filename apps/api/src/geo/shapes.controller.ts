import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import { BodyLimit } from '../http/body-limit.js';
import { Collection, PageQuery, rangeOf, type Page } from '../http/collection.js';
import type { JsonObject } from '../http/json-body.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import { DocumentCreateShape, DocumentRemoveShape, DocumentShape, DocumentShapes } from './shapes.openapi.js';
import { ShapesService, type ShapeAnswer } from './shapes.service.js';

const SHAPE_BYTES = 512 * 1024;

@Controller('geo/shapes')
export class ShapesController {
  constructor(private readonly shapes: ShapesService) {}

  @Post()
  @BodyLimit(SHAPE_BYTES)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentCreateShape()
  async create(
    @Caller() caller: Caller,
    @Body() body: JsonObject,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ShapeAnswer> {
    const shape = await this.shapes.create(caller, body);
    reply.header('location', `/geo/shapes/${shape.id}`);
    return shape;
  }

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Collection()
  @DocumentShapes()
  list(@Caller() caller: Caller, @Query() query: PageQuery): Promise<Page<ShapeAnswer>> {
    return this.shapes.list(caller, rangeOf(query));
  }

  @Get(':id')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentShape()
  read(@Caller() caller: Caller, @Param('id', UuidInPath) id: string): Promise<ShapeAnswer> {
    return this.shapes.read(caller, id);
  }

  @Delete(':id')
  @HttpCode(204)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentRemoveShape()
  remove(@Caller() caller: Caller, @Param('id', UuidInPath) id: string): Promise<void> {
    return this.shapes.remove(caller, id);
  }
}
