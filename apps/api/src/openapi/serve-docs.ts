import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './document.js';
import { PublishedDocument } from './published-document.js';

/** GET /openapi.json and GET /docs, whose scripts and styles come from this server too. */
export function serveDocs(app: INestApplication, fastify: FastifyInstance, publicPath: string): PublishedDocument {
  const servers = publicPath === '' ? [] : [{ url: publicPath }];
  const published = new PublishedDocument(() => ({ ...openApiDocument(app), servers }));
  SwaggerModule.setup('docs', app, () => published.document, {
    raw: false, // Nest's own would write all of it anew for every request
    customSiteTitle: 'Gable API',
    // A key that somebody tries things with is the page's alone: kept, it would stay on the disk of a browser for good.
    swaggerOptions: { persistAuthorization: false },
  });
  fastify.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(published.bytes),
  );
  return published;
}
