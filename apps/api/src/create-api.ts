import 'reflect-metadata';
import helmet from '@fastify/helmet';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { requireDeclaredAccess } from './access/declared-access.js';
import { ApiModule } from './api.module.js';
import { Drain } from './drain.js';
import { measureRequests } from './health/request-metrics.js';
import { httpServer } from './http/http-server.js';
import { logRequests } from './http/request-log.js';
import { RouteTable } from './http/route-table.js';
import { serveDocs } from './openapi/serve-docs.js';
import type { ApiParts } from './parts.js';
import { countUsage } from './usage/billable.js';

export interface Api {
  app: NestFastifyApplication;
  drain: Drain;
}

/** The whole API, ready to listen. */
export async function createApi(parts: ApiParts): Promise<Api> {
  const routes = new RouteTable();
  const server = httpServer(routes);
  const fastify = server.getInstance<FastifyInstance>();
  measureRequests(fastify, parts.metrics);
  logRequests(fastify, parts.log);
  if (parts.usage !== undefined) countUsage(fastify, parts.usage);
  // A page of ours loads nothing from elsewhere; styles stand inside the documentation page.
  await fastify.register(helmet, {
    contentSecurityPolicy: { directives: { styleSrc: ["'self'", "'unsafe-inline'"], upgradeInsecureRequests: null } },
  });
  const drain = new Drain(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.of(parts, routes), server, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  requireDeclaredAccess(app.get(ModulesContainer));
  serveDocs(app);
  await app.init();
  await fastify.ready();
  return { app, drain };
}
