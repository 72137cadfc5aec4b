import type { SeededRandom } from '@gable/domain/testing';
import type { JsonSchema } from './operations.js';

/** Values that exist in the store, by the name of the member or parameter that takes them. */
export type Pools = Readonly<Record<string, readonly unknown[]>>;

/**
 * Makes values that a schema accepts, as far as a schema says: bounds may still contradict each other, which the API
 * then has to say.
 */
export class SchemaSampler {
  constructor(
    private readonly schemas: Readonly<Record<string, JsonSchema>>,
    private readonly pools: Pools,
  ) {}

  sample(schema: JsonSchema, random: SeededRandom, name = '', depth = 0): unknown {
    const pool = this.pools[name];
    if (pool && pool.length > 0 && schema.type !== 'array') return random.pick(pool);
    if (typeof schema.$ref === 'string')
      return this.sample(this.schemas[schema.$ref.split('/').pop()!]!, random, name, depth);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return random.pick(schema.enum as unknown[]);
    if ('example' in schema) return schema.example;
    const choices = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined;
    const chosen = choices && this.sample(random.pick(choices), random, name, depth);
    if (choices && !isObject(chosen)) return chosen;
    const type = Array.isArray(schema.type)
      ? random.pick(schema.type as string[])
      : (schema.type ?? (schema.properties ? 'object' : undefined));
    if (type === 'object' || isObject(chosen))
      return { ...this.object(schema, random, depth), ...(chosen as object | undefined) };
    if (type === 'array') return this.list(schema, random, name, depth);
    return scalar(type as string | undefined, schema, random);
  }

  private object(
    { properties = {}, required = [] }: { properties?: unknown; required?: unknown },
    random: SeededRandom,
    depth: number,
  ): object {
    const isLikely = 0.35 / (1 + depth); // trees end
    return Object.fromEntries(
      Object.entries(properties as Record<string, JsonSchema>)
        .filter(([name]) => (required as string[]).includes(name) || random.chance(isLikely))
        .map(([name, schema]) => [name, this.sample(schema, random, name, depth + 1)]),
    );
  }

  private list(
    {
      items = {},
      minItems = 0,
      maxItems = 3,
      uniqueItems,
    }: { items?: unknown; minItems?: unknown; maxItems?: unknown; uniqueItems?: unknown },
    random: SeededRandom,
    name: string,
    depth: number,
  ): unknown[] {
    const count = random.whole(
      Math.max(Number(minItems), depth > 3 ? 0 : 1),
      Math.max(Number(minItems), Math.min(3, Number(maxItems))),
    );
    const values = Array.from({ length: count }, () => this.sample(items as JsonSchema, random, name, depth + 1));
    return uniqueItems ? [...new Map(values.map((value) => [JSON.stringify(value), value])).values()] : values;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scalar(type: string | undefined, schema: JsonSchema, random: SeededRandom): unknown {
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
      return random.chance(0.5);
    case 'integer':
      return random.whole(Math.ceil(minimum), Math.min(maximum, Math.max(minimum, 0) + 5));
    case 'number':
      return Math.round(100 * (minimum + random.next() * (Math.min(maximum, minimum + 1_000) - minimum))) / 100;
    case 'string':
      if (usual !== undefined && random.chance(0.3)) return usual;
      if (format === 'date-time') return `2026-0${random.whole(1, 3)}-1${random.whole(0, 9)}T08:00:00Z`;
      if (format === 'date') return `2026-0${random.whole(1, 3)}-1${random.whole(0, 9)}`;
      if (format === 'uuid') return '01900000-0000-7000-8000-000000000000';
      return random.pick(WORDS).padEnd(minLength, 'x');
    default:
      return random.pick(WORDS);
  }
}

const WORDS = ['homes', 'Étage élevé', 'a b', '東京', '1'];
