import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { JSON_API_TYPE, JSON_TYPE } from '../http/negotiation.js';
import { SEARCH_EXAMPLES } from '../openapi/search-examples.js';
import { listOf, ref, uuid } from '../openapi/schema.js';

const keyed = () => applyDecorators(ApiTags('Properties'), ApiSecurity('apiKey'));

const uuidParameter = () => ApiParam({ name: 'uuid', schema: uuid });

const oneProperty = () =>
  ApiResponse({
    status: 200,
    description: 'The property; a JSON:API document where Accept asks for one.',
    content: { [JSON_TYPE]: { schema: ref('PropertySearch') }, [JSON_API_TYPE]: { schema: ref('PropertyDocument') } },
  });

const searchBody = () => ApiBody({ required: true, schema: ref('SearchRequest'), examples: SEARCH_EXAMPLES });

export const DocumentSearch = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'searchProperties',
      summary: 'Find properties',
      description: [
        'A property is found when one of its online listings meets all conditions.',
        'Accept chooses the form of the answer: application/json gives shape B (flat), application/vnd.api+json, */* or no Accept gives shape A (envelope).',
        'To walk through results, send `nextRequestBody` as the next body until `hasNextPage` is false.',
        'Page mode reaches 10,000 results; cursor mode has no end and stays stable while listings arrive (ROLE_SAAS_USER sees 100 results of a walk).',
      ].join('\n\n'),
    }),
    searchBody(),
    ApiResponse({
      status: 200,
      description: 'One page.',
      headers: {
        'X-Search-Backend': {
          description: 'The engine that answered; postgres also while OpenSearch is out of order.',
          schema: { type: 'string', enum: ['postgres', 'opensearch'] },
        },
      },
      content: { [JSON_API_TYPE]: { schema: ref('SearchEnvelope') }, [JSON_TYPE]: { schema: ref('SearchFlat') } },
    }),
  );

export const DocumentCount = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'countProperties',
      summary: 'Count properties',
      description: 'The body of a search; its paging fields change nothing.',
    }),
    searchBody(),
    ApiResponse({
      status: 200,
      description: 'The true count, without any cap.',
      content: { [JSON_TYPE]: { schema: ref('Count') } },
    }),
  );

export const DocumentSearchByUrl = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'findPropertyByUrl', summary: 'Find the property behind the address of an advert' }),
    ApiQuery({ name: 'url', required: true, schema: { type: 'string', minLength: 1, maxLength: 2_048 } }),
    oneProperty(),
  );

export const DocumentProperty = () =>
  applyDecorators(
    keyed(),
    ApiOperation({ operationId: 'readProperty', summary: 'Read a property' }),
    uuidParameter(),
    oneProperty(),
    mergedIntoAnother(),
  );

export const DocumentHistory = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'readPropertyHistory',
      summary: 'What changed, listing by listing',
      description: 'Every state of every listing, oldest first, with what it changed.',
    }),
    uuidParameter(),
    ApiResponse({
      status: 200,
      description: 'One entry per listing.',
      content: { [JSON_TYPE]: { schema: listOf(ref('ListingHistory')) } },
    }),
    mergedIntoAnother(),
  );

/** Where a read of a merged property leads. */
export function mergedIntoAnother() {
  return ApiResponse({
    status: 301,
    description: 'Found to be the same home as another property, which Location names.',
    headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
  });
}
