import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { JSON_TYPE } from '../http/negotiation.js';
import { DocumentCollection } from '../openapi/collection.js';
import { ref, uuid } from '../openapi/schema.js';

const keyed = () => applyDecorators(ApiTags('Geography'), ApiSecurity('apiKey'));
const one = (status: number, description: string) =>
  ApiResponse({ status, description, content: { [JSON_TYPE]: { schema: ref('Shape') } } });
const idParameter = () => ApiParam({ name: 'id', schema: uuid });

const EXAMPLE = {
  name: 'Around the park',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [2.34, 48.84],
        [2.37, 48.84],
        [2.37, 48.86],
        [2.34, 48.86],
        [2.34, 48.84],
      ],
    ],
  },
};

export const DocumentCreateShape = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'createShape',
      summary: 'Draw an area',
      description:
        'Its id is used in criteria, in includedGeoShapeIds and excludedGeoShapeIds. A body of up to 512 kB.',
    }),
    ApiBody({
      required: true,
      schema: ref('ShapeRequest'),
      examples: { named: { value: EXAMPLE }, bare: { value: EXAMPLE.geometry } },
    }),
    one(201, 'Stored.'),
  );

export const DocumentShapes = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'listShapes', summary: 'List drawn areas', description: 'Newest first.' }),
    DocumentCollection(ref('Shape'), 'Areas of the account.'),
  );

export const DocumentShape = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'readShape', summary: 'Read a drawn area' }),
    idParameter(),
    one(200, 'The area.'),
  );

export const DocumentRemoveShape = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'removeShape',
      summary: 'Remove a drawn area',
      description: 'Not one that an alert uses.',
    }),
    idParameter(),
    ApiResponse({ status: 204, description: 'Removed.' }),
    ApiResponse({
      status: 409,
      description: 'Alerts use it; detail names the first of them.',
      content: { 'application/problem+json': { schema: ref('Problem') } },
    }),
  );
