import type { INestApplication } from '@nestjs/common';
import { SwaggerModule } from '@nestjs/swagger';
import { openApiDocument } from './document.js';

/** GET /openapi.json and GET /docs, whose scripts and styles come from this server too. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Gable API',
    swaggerOptions: { persistAuthorization: true },
  });
}
