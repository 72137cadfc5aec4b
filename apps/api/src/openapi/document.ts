import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { API_VERSION } from '../http/request-headers.js';
import { CRITERIA_SCHEMAS } from './criteria-schemas.js';
import { inJsonSchema } from './json-schema.js';
import { addProblemResponses } from './problem-responses.js';
import { PROBLEM_SCHEMAS } from './problem-schemas.js';
import { addRateLimitHeaders } from './rate-limit-headers.js';

/** The interface in OpenAPI 3.1: paths from the controllers, schemas from this folder, errors from the rules that hold for every route. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Gable')
    .setDescription(
      'Searches property listings of many sources, one record per home. Every error is a problem document (RFC 9457).',
    )
    .setVersion(API_VERSION)
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, 'apiKey')
    .build();
  const document = SwaggerModule.createDocument(app, outline, { autoTagControllers: false });
  const schemas = {
    ...CRITERIA_SCHEMAS,
    ...PROBLEM_SCHEMAS,
    ...document.components?.schemas,
  };
  document.components = { ...document.components, schemas } as never;
  document.components = inJsonSchema(document.components) as never;
  document.paths = inJsonSchema(document.paths) as OpenAPIObject['paths'];
  addProblemResponses(document);
  addRateLimitHeaders(document);
  return document;
}
