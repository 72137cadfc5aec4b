import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  ApiSchema,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
  type ApiPropertyOptions,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import { IDEMPOTENCY_HEADER } from '../http/idempotency.js';
import type { Schema } from './schema.js';

type Class = abstract new (...values: never[]) => object;

/** Where `document.ts` finds a schema that Nest's own options cannot state. */
export const JSON_SCHEMA = 'x-json-schema';

/** Describes a member whose JSON Schema Nest's options cannot state: any value, a list of types, the criteria. */
export function ApiJsonProperty(schema: Schema, { required = true } = {}): PropertyDecorator {
  return ApiProperty({ type: Object, required, [JSON_SCHEMA]: schema } as ApiPropertyOptions);
}

/** Describes a query parameter with `@AreWordsOf()`. */
export const ApiWordsOf = (words: readonly string[], description: string) =>
  ApiPropertyOptional({
    description,
    style: 'form',
    explode: true,
    enum: words as string[],
    isArray: true,
    uniqueItems: true,
    minItems: 1,
  } as ApiPropertyOptions);

/** Describes a request class: it takes exactly its members. */
export function ApiRequestSchema(
  options: { name?: string; description?: string; default?: object } = {},
): ClassDecorator {
  return ApiSchema({ ...options, additionalProperties: false } as object);
}

/** Describes a class that is one of several, told apart by a member where one is named. */
export function ApiOneOf(
  types: Readonly<Record<string, Class>>,
  { discriminator, name, description }: { discriminator?: string; name?: string; description?: string } = {},
): ClassDecorator {
  const mapping = Object.fromEntries(
    Object.entries(types).map(([value, type]) => [value, getSchemaPath(type as never)]),
  );
  const oneOf = Object.values(mapping).map(($ref) => ({ $ref }));
  const schema = {
    oneOf,
    ...(discriminator !== undefined && { discriminator: { propertyName: discriminator, mapping } }),
    ...(description !== undefined && { description }),
  };
  return applyDecorators(
    ApiExtraModels(...(Object.values(types) as never[])),
    ApiSchema({ ...(name !== undefined && { name }), [JSON_SCHEMA]: schema } as object),
  );
}

/** Describes members of a class that extends another: of these, null is taken as well. */
export const ApiNullable = (...names: readonly string[]) =>
  ((type: Class) => {
    for (const name of names) ApiProperty({ nullable: true })(type.prototype as object, name);
  }) as ClassDecorator;

/** Describes members of a class from a table of their schemas; none has to be there. */
export function describeMembers(type: Class, schemas: Readonly<Record<string, Schema>>): void {
  for (const [name, schema] of Object.entries(schemas))
    ApiJsonProperty(schema, { required: false })(type.prototype as object, name);
}

/** Describes a controller whose routes need a key. */
export const ApiKeyed = (tag: string) => applyDecorators(ApiTags(tag), ApiSecurity('apiKey'));

/** Describes a route that reads `@IdempotencyKey()`. */
export const ApiIdempotencyKey = (description: string) =>
  ApiHeader({
    name: IDEMPOTENCY_HEADER,
    required: false,
    description,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });

const TOTAL_COUNT_CAPPED = {
  'X-Total-Count-Capped': {
    description: 'true if there are more items than that; otherwise absent.',
    schema: { type: 'string', enum: ['true'] },
  },
} satisfies ApiResponseOptions['headers'];

/**
 * Describes a route with `@Collection()`: its items and the headers of its pages. `endsAt`: items that are listed and
 * counted at most.
 */
export const ApiCollectionResponse = (type: new () => object, description: string, endsAt?: string) =>
  ApiOkResponse({
    type,
    isArray: true,
    description: `${description} 30 per page; a page after the last one is empty.`,
    headers: {
      'X-Total-Count': {
        description: `The number of items on all pages${endsAt === undefined ? '' : `; at most ${endsAt}`}.`,
        schema: { type: 'integer' },
      },
      ...(endsAt !== undefined && TOTAL_COUNT_CAPPED),
      Link: {
        description: 'RFC 8288: the first, prev, next and last page, if they exist.',
        schema: { type: 'string' },
      },
    },
  });

/** Describes a route with `@Collection()` over a list that is counted to 10,000. */
export const ApiEndlessResponse = (type: new () => object, description: string) =>
  ApiOkResponse({
    type,
    isArray: true,
    description:
      `${description} 30 per page; a page after the last one is empty. Page numbers reach as far as items ` +
      'are counted; beyond them, follow the link next.',
    headers: {
      'X-Total-Count': {
        description: 'The number of items on all pages; at most 10,000.',
        schema: { type: 'integer' },
      },
      ...TOTAL_COUNT_CAPPED,
      Link: {
        description:
          'RFC 8288: the first, prev, next and last page, if they exist. There is no last if the total is ' +
          'capped. As long as there is a next, a short or empty page is not the end.',
        schema: { type: 'string' },
      },
    },
  });

/** Describes an answer with a class for each of its media types. */
export const ApiNegotiatedResponse = (options: ApiResponseOptions, types: Readonly<Record<string, Class>>) =>
  applyDecorators(
    ApiExtraModels(...(Object.values(types) as never[])),
    ApiResponse({
      ...options,
      content: Object.fromEntries(
        Object.entries(types).map(([mediaType, type]) => [
          mediaType,
          { schema: { $ref: getSchemaPath(type as never) } },
        ]),
      ),
    }),
  );

/** Describes an answer that names its object in Location. */
export const LOCATION_HEADER = { Location: { schema: { type: 'string', format: 'uri-reference' } } } as const;
