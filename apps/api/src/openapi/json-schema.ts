import { JSON_SCHEMA } from './decorators.js';
import { orNull, type Schema } from './schema.js';

/** Rewrites Nest's words of OpenAPI 3.0 (`nullable`, `allOf` of one) as JSON Schema, which OpenAPI 3.1 embeds. */
export function inJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inJsonSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { [JSON_SCHEMA]: stated, ...rest } = value as Record<string, unknown>;
  if (stated !== undefined) return 'in' in rest ? { ...rest, schema: stated } : stated;
  const { nullable, ...schema } = Object.fromEntries(
    Object.entries(rest).map(([key, member]) => [key, inJsonSchema(member)]),
  );
  const plain = withoutAllOf(schema);
  return nullable === true ? orNull(plain) : plain;
}

/** Beside a reference, JSON Schema allows other members. */
function withoutAllOf({ allOf, ...schema }: Schema): Schema {
  if (!Array.isArray(allOf)) return schema;
  const { type, ...rest } = schema;
  return { ...(allOf[0] as Schema), ...rest };
}
