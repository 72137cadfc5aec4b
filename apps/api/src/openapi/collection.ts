import { applyDecorators } from '@nestjs/common';
import { ApiQuery, ApiResponse } from '@nestjs/swagger';
import { JSON_TYPE } from '../http/negotiation.js';
import { listOf, type Schema } from './schema.js';

/** Documents a route with `@Collection()`: its parameter page, its answer and the headers of that. */
export const DocumentCollection = (items: Schema, description: string) =>
  applyDecorators(
    ApiQuery({ name: 'page', required: false, schema: { type: 'integer', minimum: 1, default: 1 } }),
    ApiResponse({
      status: 200,
      description: `${description} 30 to a page; a page past the end is empty.`,
      headers: {
        'X-Total-Count': { description: 'Items on all pages.', schema: { type: 'integer' } },
        Link: {
          description: 'RFC 8288: first, prev, next and last page, as far as there are such.',
          schema: { type: 'string' },
        },
      },
      content: { [JSON_TYPE]: { schema: listOf(items) } },
    }),
  );
