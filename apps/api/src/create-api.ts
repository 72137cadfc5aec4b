import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CONFIG, LOG } from '@gable/platform';
import { Registry, tracing, type Config, type Logger } from '@gable/runtime';
import type { FastifyInstance } from 'fastify';
import { DeclaredAccess } from './access/declared-access.js';
import { PublicLimit } from './access/public-limit.js';
import { KeyBeforeBody } from './access/key-before-body.js';
import { SlowRefusals } from './access/slow-refusals.js';
import { DeclaredPools } from './admission/declared-pools.js';
import { ApiModule } from './api.module.js';
import { DirectRoutes } from './direct/direct-routes.js';
import { Drain } from './drain.js';
import { ProbeOfLife } from './health/probe-of-life.js';
import { RequestDurations } from './health/request-metrics.js';
import { httpServer } from './http/http-server.js';
import { publicPathOf, serveBelow } from './http/public-path.js';
import { logRequests } from './http/request-log.js';
import { RouteTable } from './http/route-table.js';
import { traceRequests } from './http/trace-requests.js';
import type { PublishedDocument } from './openapi/published-document.js';
import { serveDocs } from './openapi/serve-docs.js';
import { countUsage } from './usage/billable.js';
import { UsageMeter } from './usage/usage-meter.js';

/** The application, ready to listen, and how it is taken out of service. */
export interface Api {
  readonly app: NestFastifyApplication;
  readonly drain: Drain;
  readonly published: PublishedDocument;
}

/** Makes the API on modules of `@gable/platform`; a spec brings some of its own. */
export async function createApi(platform: (DynamicModule | Type)[]): Promise<Api> {
  const server = httpServer();
  const app = await NestFactory.create<NestFastifyApplication>({ module: ApiModule, imports: platform }, server, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  const fastify = server.getInstance<FastifyInstance>();
  traceRequests(fastify); // first: the hooks behind it run inside the span
  // Hooks of Fastify see what Nest's interceptors do not: refused, unknown and broken requests.
  const routes = app.get(RouteTable);
  routes.watch(fastify);
  const publicPath = publicPathOf(app.get<Config>(CONFIG));
  serveBelow(publicPath, fastify, routes);
  app.get(DeclaredAccess).watch(fastify);
  app.get(DirectRoutes).watch(fastify);
  const durations = new RequestDurations(app.get(Registry));
  durations.watch(fastify);
  app.get(PublicLimit).watch(fastify);
  app.get(SlowRefusals).watch(fastify);
  app.get(KeyBeforeBody).watch(fastify);
  const log = app.get<Logger>(LOG);
  logRequests(fastify, log);
  const meter = app.get<UsageMeter | undefined>(UsageMeter);
  if (meter !== undefined) countUsage(fastify, meter);
  const drain = new Drain(fastify);
  // Lines of the log and spans are of the framework.
  if (tracing() === undefined && !log.isLevelEnabled('debug'))
    new ProbeOfLife(app.get(PublicLimit), durations, () => drain.isDraining).watch(fastify.server);
  const published = serveDocs(app, fastify, publicPath);
  await app.init();
  app.get(DeclaredAccess).require();
  app.get(DeclaredPools).require();
  await fastify.ready();
  return { app, drain, published };
}
