import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller } from '../access/caller.js';
import { Roles } from '../access/roles.js';
import { Collection, PageQuery, rangeOf, type Page } from '../http/collection.js';
import { IdempotencyKey, sendRepeatable } from '../http/idempotency.js';
import type { JsonObject } from '../http/json-body.js';
import { UuidInPath } from '../http/uuid-in-path.js';
import type { AlertAnswer } from './alert-answer.js';
import {
  DocumentAlert,
  DocumentAlerts,
  DocumentChangeAlert,
  DocumentCreateAlert,
  DocumentRemoveAlert,
} from './alerts.openapi.js';
import { AlertsService } from './alerts.service.js';

@Controller('alerts')
export class AlertsController {
  constructor(private readonly alerts: AlertsService) {}

  @Post()
  @HttpCode(201)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentCreateAlert()
  async create(
    @Caller() caller: Caller,
    @Body() body: JsonObject,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return sendRepeatable(reply, await this.alerts.create(caller, body, key));
  }

  @Get()
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @Collection()
  @DocumentAlerts()
  list(@Caller() caller: Caller, @Query() query: PageQuery): Promise<Page<AlertAnswer>> {
    return this.alerts.list(caller, rangeOf(query));
  }

  @Get(':uuid')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentAlert()
  read(@Caller() caller: Caller, @Param('uuid', UuidInPath) uuid: string): Promise<AlertAnswer> {
    return this.alerts.read(caller, uuid);
  }

  @Put(':uuid')
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentChangeAlert()
  replace(
    @Caller() caller: Caller,
    @Param('uuid', UuidInPath) uuid: string,
    @Body() body: JsonObject,
  ): Promise<AlertAnswer> {
    return this.alerts.replace(caller, uuid, body);
  }

  @Delete(':uuid')
  @HttpCode(204)
  @Roles('ROLE_API_CLIENT', 'ROLE_SAAS_USER')
  @DocumentRemoveAlert()
  remove(@Caller() caller: Caller, @Param('uuid', UuidInPath) uuid: string): Promise<void> {
    return this.alerts.remove(caller, uuid);
  }
}
