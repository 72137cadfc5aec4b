import type { Dice } from '@gable/domain/testing';
import type { JsonSchema } from './operations.js';

/** Values that exist in the store, by the name of the member or parameter that takes them. */
export type Pools = Readonly<Record<string, readonly unknown[]>>;

/** Makes values that a schema accepts, as far as a schema tells: bounds may still contradict each other, which the API then has to say. */
export class SchemaSampler {
  constructor(
    private readonly schemas: Readonly<Record<string, JsonSchema>>,
    private readonly pools: Pools,
  ) {}

  sample(schema: JsonSchema, dice: Dice, name = '', depth = 0): unknown {
    const pool = this.pools[name];
    if (pool && pool.length > 0 && schema.type !== 'array') return dice.pick(pool);
    if (typeof schema.$ref === 'string')
      return this.sample(this.schemas[schema.$ref.split('/').pop()!]!, dice, name, depth);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return dice.pick(schema.enum as unknown[]);
    if ('example' in schema) return schema.example;
    const choices = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined;
    const chosen = choices && this.sample(dice.pick(choices), dice, name, depth);
    if (choices && !isObject(chosen)) return chosen;
    const type = Array.isArray(schema.type)
      ? dice.pick(schema.type as string[])
      : (schema.type ?? (schema.properties ? 'object' : undefined));
    if (type === 'object' || isObject(chosen))
      return { ...this.object(schema, dice, depth), ...(chosen as object | undefined) };
    if (type === 'array') return this.list(schema, dice, name, depth);
    return scalar(type as string | undefined, schema, dice);
  }

  private object(
    { properties = {}, required = [] }: { properties?: unknown; required?: unknown },
    dice: Dice,
    depth: number,
  ): object {
    const isLikely = 0.35 / (1 + depth); // trees end
    return Object.fromEntries(
      Object.entries(properties as Record<string, JsonSchema>)
        .filter(([name]) => (required as string[]).includes(name) || dice.chance(isLikely))
        .map(([name, schema]) => [name, this.sample(schema, dice, name, depth + 1)]),
    );
  }

  private list(
    {
      items = {},
      minItems = 0,
      maxItems = 3,
      uniqueItems,
    }: { items?: unknown; minItems?: unknown; maxItems?: unknown; uniqueItems?: unknown },
    dice: Dice,
    name: string,
    depth: number,
  ): unknown[] {
    const count = dice.whole(
      Math.max(Number(minItems), depth > 3 ? 0 : 1),
      Math.max(Number(minItems), Math.min(3, Number(maxItems))),
    );
    const values = Array.from({ length: count }, () => this.sample(items as JsonSchema, dice, name, depth + 1));
    return uniqueItems ? [...new Map(values.map((value) => [JSON.stringify(value), value])).values()] : values;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scalar(type: string | undefined, schema: JsonSchema, dice: Dice): unknown {
  const {
    minimum = 0,
    maximum = 1_000,
    format,
    minLength = 1,
    default: usual,
  } = schema as { minimum?: number; maximum?: number; format?: string; minLength?: number; default?: unknown };
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return dice.chance(0.5);
    case 'integer':
      return dice.whole(Math.ceil(minimum), Math.min(maximum, Math.max(minimum, 0) + 5));
    case 'number':
      return Math.round(100 * (minimum + dice.next() * (Math.min(maximum, minimum + 1_000) - minimum))) / 100;
    case 'string':
      if (usual !== undefined && dice.chance(0.3)) return usual;
      if (format === 'date-time') return `2026-0${dice.whole(1, 3)}-1${dice.whole(0, 9)}T08:00:00Z`;
      if (format === 'uuid') return '01900000-0000-7000-8000-000000000000';
      return dice.pick(WORDS).padEnd(minLength, 'x');
    default:
      return dice.pick(WORDS);
  }
}

const WORDS = ['homes', 'Étage élevé', 'a b', '東京', '1'];
