import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiModule } from '../api.module.js';
import { RouteTable } from '../http/route-table.js';
import type { ApiParts } from '../parts.js';
import { openApiDocument } from './document.js';

/** The published document, without a database or a port: Nest's preview mode reads modules and creates none of their parts. */
export async function describeApi(): Promise<OpenAPIObject> {
  const app = await NestFactory.create(ApiModule.of({} as ApiParts, new RouteTable()), new FastifyAdapter(), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return openApiDocument(app);
}
