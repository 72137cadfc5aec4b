import type { INestApplication } from '@nestjs/common';
import { SCOPES } from '@gable/domain';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { API_VERSION } from '../http/request-headers.js';
import { CRITERIA_SCHEMAS } from './criteria-schemas.js';
import { inJsonSchema } from './json-schema.js';
import { addLinks } from './links.js';
import { addProblemResponses } from './problem-responses.js';
import { ProblemResponse, ValidationProblemResponse } from './problem-response.js';
import { addScopes } from './scopes.js';
import { addRateLimitHeaders } from './rate-limit-headers.js';

/**
 * The interface in OpenAPI 3.1: controllers with their request and response classes, criteria from the domain's tables
 * of fields, and errors from the rules that hold for every route.
 */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Gable')
    .setDescription(
      'Searches property listings of many sources, one record per property. ' +
        'Every error is a problem document (RFC 9457).',
    )
    .setVersion(API_VERSION)
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: KEY }, 'apiKey')
    .build();
  const described = SwaggerModule.createDocument(app, outline, {
    autoTagControllers: false,
    extraModels: [ProblemResponse, ValidationProblemResponse],
  });
  const document = inJsonSchema(described) as OpenAPIObject;
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...CRITERIA_SCHEMAS } };
  addScopes(document);
  addProblemResponses(document);
  addRateLimitHeaders(document);
  addLinks(document);
  return document;
}

const KEY =
  'A key may do what its role allows. A key that was made with scopes may only call operations that ' +
  `name one of them. The scopes are ${SCOPES.join(', ')}.`;
