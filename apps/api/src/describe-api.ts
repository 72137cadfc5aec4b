import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import {
  ConfigModule,
  DatabaseModule,
  LoggingModule,
  MetricsModule,
  NetworkModule,
  SearchModule,
} from '@gable/platform';
import { createLogger, fixedSecrets, readConfig } from '@gable/runtime';
import { ApiModule } from './api.module.js';
import { openApiDocument } from './openapi/document.js';

/** Given, so that none are made in a home. Nothing reads them. */
const NO_SECRETS = fixedSecrets({ keyPepper: '', cursorSecret: '', signingKeyEncryptionKey: '' });

/**
 * The published document, without a database or a port: in preview mode Nest reads the modules and creates no provider.
 */
export async function describeApi(): Promise<OpenAPIObject> {
  const platform = [
    ConfigModule.forRoot(readConfig({}), NO_SECRETS),
    LoggingModule.forRoot(createLogger({ name: 'openapi', level: 'silent' })),
    DatabaseModule.forRoot({ applicationName: 'openapi' }),
    MetricsModule.forRoot('openapi'),
    SearchModule.forRoot({}),
    NetworkModule,
  ];
  const app = await NestFactory.create({ module: ApiModule, imports: platform }, new FastifyAdapter(), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return openApiDocument(app);
}
