import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { DIVISION_TYPES } from '@gable/domain';
import { JSON_TYPE } from '../http/negotiation.js';
import { listOf, oneWordOf, ref } from '../openapi/schema.js';
import { LONGEST_TEXT, MOST_FOUND, USUALLY_FOUND } from './autocomplete-query.js';

const keyed = () => applyDecorators(ApiTags('Geography'), ApiSecurity('apiKey'));

export const DocumentAutocomplete = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'autocompleteDivisions',
      summary: 'Find divisions by what was typed so far',
      description:
        'Names whatever their accents, hyphens and blanks, in spite of a typing error or two, and postal codes. The best first: whole names, beginnings, later words, typing errors; among equals those with more properties.',
    }),
    ApiQuery({
      name: 'q',
      required: true,
      description: 'A name, a postal code, the beginning of either, or both: "75011 Paris".',
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: LONGEST_TEXT,
        pattern: '[\\p{L}\\p{N}]',
        example: 'saint-etienne',
      },
    }),
    ApiQuery({
      name: 'type',
      required: false,
      description: 'Only these types; repeated for several.',
      style: 'form',
      explode: true,
      schema: listOf(oneWordOf(DIVISION_TYPES), { uniqueItems: true, minItems: 1 }),
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: MOST_FOUND, default: USUALLY_FOUND },
    }),
    ApiResponse({
      status: 200,
      description: 'The best finds; none is an empty list.',
      content: { [JSON_TYPE]: { schema: listOf(ref('DivisionSuggestion'), { maxItems: MOST_FOUND }) } },
    }),
  );

export const DocumentDivision = () =>
  applyDecorators(
    keyed(),
    ApiOperation({
      operationId: 'readDivision',
      summary: 'Read a division',
      description: 'With the divisions it lies in and those that lie in it.',
    }),
    ApiParam({ name: 'id', schema: { type: 'integer', minimum: 1 } }),
    ApiResponse({ status: 200, description: 'The division.', content: { [JSON_TYPE]: { schema: ref('Division') } } }),
  );
