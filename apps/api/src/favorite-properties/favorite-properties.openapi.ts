import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { IDEMPOTENCY_HEADER } from '../http/idempotency.js';
import { JSON_TYPE } from '../http/negotiation.js';
import { DocumentCollection } from '../openapi/collection.js';
import { answer, closed, dateTime, uuid } from '../openapi/schema.js';

const keyed = () => applyDecorators(ApiTags('Favourites'), ApiSecurity('apiKey'));

const favorite = answer({ id: uuid, propertyId: uuid, createdAt: dateTime });

export const DocumentFavorites = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'listFavoriteProperties',
      summary: 'List favourites',
      description: 'Newest first. A favourite follows its property when that is merged into another.',
    }),
    DocumentCollection(favorite, 'Favourites of the account.'),
  );

export const DocumentKeepFavorite = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'keepFavoriteProperty', summary: 'Keep a property as a favourite' }),
    ApiHeader({
      name: IDEMPOTENCY_HEADER,
      required: false,
      description: 'The same key and body give the first answer again for 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
    ApiBody({ required: true, schema: closed({ propertyId: uuid }, ['propertyId']) }),
    ApiResponse({ status: 201, description: 'Kept.', content: { [JSON_TYPE]: { schema: favorite } } }),
    ApiResponse({
      status: 200,
      description: 'The account has it already.',
      content: { [JSON_TYPE]: { schema: favorite } },
    }),
  );

export const DocumentRemoveFavorite = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'removeFavoriteProperty', summary: 'Remove a favourite' }),
    ApiParam({ name: 'id', schema: uuid }),
    ApiResponse({ status: 204, description: 'Removed.' }),
  );
