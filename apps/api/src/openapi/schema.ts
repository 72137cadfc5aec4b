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
  if (typeof schema.type === 'string' && !schema.enum && !schema.anyOf && !('const' in schema))
    return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

export const number: Schema = { type: 'number' };
export const integer: Schema = { type: 'integer' };
export const boolean: Schema = { type: 'boolean' };
export const string: Schema = { type: 'string' };
export const uuid: Schema = { type: 'string', format: 'uuid' };
export const dateTime: Schema = { type: 'string', format: 'date-time' };
/** Days that a month has, in February of a leap year. */
const MONTH_AND_DAY = '((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|[12]\\d))';
/** What `parseMoment` reads: with a zone, without one (UTC), or the whole UTC day. */
export const moment: Schema = {
  anyOf: [
    dateTime,
    { type: 'string', format: 'date' },
    {
      type: 'string',
      pattern: `^\\d{4}-${MONTH_AND_DAY}T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?$`,
      description: 'Without a time zone, UTC is meant.',
    },
  ],
};
/** `moment` for `@ApiProperty()`. */
export const MOMENT = { type: String, anyOf: moment['anyOf'] as { type: string }[] };
export const listOf = (items: Schema, rest: Schema = {}): Schema => ({ type: 'array', items, ...rest });
export const oneWordOf = (words: readonly string[]): Schema => ({ type: 'string', enum: words });
