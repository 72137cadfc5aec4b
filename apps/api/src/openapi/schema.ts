/** A JSON Schema (2020-12) as OpenAPI 3.1 embeds it. */
export type Schema = Readonly<Record<string, unknown>>;

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** An object that knows exactly these members. */
export function closed(
  properties: Record<string, Schema>,
  required: readonly string[] = [],
  rest: Schema = {},
): Schema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false, ...rest };
}

/** An object of an answer: all these members are there; later versions may add others. */
export function answer(
  properties: Record<string, Schema>,
  optional: readonly string[] = [],
  rest: Schema = {},
): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    ...rest,
  };
}

/** In requests null means absent; in answers it means not stated. */
export function orNull(schema: Schema): Schema {
  if (typeof schema.type === 'string' && !schema.enum && !('const' in schema))
    return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

export const number: Schema = { type: 'number' };
export const integer: Schema = { type: 'integer' };
export const boolean: Schema = { type: 'boolean' };
export const string: Schema = { type: 'string' };
export const uuid: Schema = { type: 'string', format: 'uuid' };
export const dateTime: Schema = { type: 'string', format: 'date-time' };
export const listOf = (items: Schema, rest: Schema = {}): Schema => ({ type: 'array', items, ...rest });
export const oneWordOf = (words: readonly string[]): Schema => ({ type: 'string', enum: words });
