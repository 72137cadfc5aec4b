import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { API_VERSION } from '../http/request-headers.js';
import { ALERT_EVENT_SCHEMAS } from './alert-event-schemas.js';
import { ALERT_PREVIEW_SCHEMAS } from './alert-preview-schemas.js';
import { ALERT_SCHEMAS } from './alert-schemas.js';
import { ANALYTICS_SCHEMAS } from './analytics-schemas.js';
import { CRITERIA_SCHEMAS } from './criteria-schemas.js';
import { DIVISION_SCHEMAS } from './division-schemas.js';
import { GROUPING_SCHEMAS } from './grouping-schemas.js';
import { addProblemResponses } from './problem-responses.js';
import { PROBLEM_SCHEMAS } from './problem-schemas.js';
import { PROPERTY_SCHEMAS } from './property-schemas.js';
import { addRateLimitHeaders } from './rate-limit-headers.js';
import { SEARCH_SCHEMAS } from './search-schemas.js';
import { SHAPE_SCHEMAS } from './shape-schemas.js';

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
    ...ALERT_SCHEMAS,
    ...ALERT_EVENT_SCHEMAS,
    ...ALERT_PREVIEW_SCHEMAS,
    ...ANALYTICS_SCHEMAS,
    ...PROPERTY_SCHEMAS,
    ...GROUPING_SCHEMAS,
    ...SEARCH_SCHEMAS,
    ...SHAPE_SCHEMAS,
    ...DIVISION_SCHEMAS,
    ...CRITERIA_SCHEMAS,
    ...PROBLEM_SCHEMAS,
  };
  document.components = { ...document.components, schemas };
  addProblemResponses(document);
  addRateLimitHeaders(document);
  return document;
}
