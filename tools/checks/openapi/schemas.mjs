// What the comparison of two OpenAPI 3.1 documents reads of them, and the simple alternatives that a schema stands for.

/**
 * @typedef {Partial<Record<typeof LOWER_BOUNDS[number] | typeof UPPER_BOUNDS[number], number>>} Bounds
 * @typedef {Partial<Record<typeof FORMS[number], string | boolean>>} Forms
 * @typedef {object} Shape
 * @property {unknown[]} [enum]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {Schema} [items]
 * @property {boolean | Schema} [additionalProperties]
 *
 * @typedef {object} References
 * @property {string} [$ref]
 * @property {string | string[]} [type]
 * @property {unknown} [const]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [allOf]
 *
 * @typedef {Shape & Bounds & Forms & References} Schema
 * @typedef {Shape & Bounds & Forms & { type: string | undefined, source: Schema }} Branch one alternative of `source`
 */

/**
 * @typedef {Record<string, { schema?: Schema }>} Content by media type
 * @typedef {{ required?: boolean, content?: Content }} Body
 * @typedef {{ headers?: Record<string, unknown>, content?: Content }} Response
 * @typedef {{ in: string, name: string, required?: boolean, schema?: Schema }} Parameter
 *
 * @typedef {object} Operation
 * @property {string} [operationId]
 * @property {object[]} [security]
 * @property {Parameter[]} [parameters]
 * @property {Body} [requestBody]
 * @property {Record<string, Response>} responses by status
 *
 * @typedef {object} ApiDocument
 * @property {Record<string, Partial<Record<typeof METHODS[number], Operation>>>} paths
 * @property {{ schemas: Record<string, Schema> }} components
 */

export const METHODS = /** @type {const} */ (['get', 'post', 'put', 'patch', 'delete']);
export const LOWER_BOUNDS = /** @type {const} */ ([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
]);
export const UPPER_BOUNDS = /** @type {const} */ ([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
]);
export const FORMS = /** @type {const} */ (['pattern', 'format', 'uniqueItems']);

/**
 * The alternatives a schema stands for, each of one type: references followed, unions and lists of types taken apart.
 * @param {Schema} schema
 * @param {ApiDocument} document
 * @param {readonly string[]} seen
 * @returns {Branch[]}
 */
export function branchesOf(schema, document, seen = []) {
  if (schema.$ref !== undefined) {
    if (seen.includes(schema.$ref)) return [];
    const target = document.components.schemas[schema.$ref.replace(/^.*\//, '')];
    if (target === undefined) throw new Error(`the document holds no ${schema.$ref}`);
    return branchesOf(target, document, [...seen, schema.$ref]);
  }
  const { anyOf, oneOf, allOf, ...own } = schema;
  const [only] = allOf ?? [];
  if (only !== undefined && allOf?.length === 1) return branchesOf(only, document, seen);
  const union = anyOf ?? oneOf;
  if (union !== undefined) return union.flatMap((branch) => branchesOf(branch, document, seen));
  const values = 'const' in own ? [own.const] : own.enum;
  const types = own.type === undefined ? typesOf(values) : [own.type].flat();
  return types.map((type) => ({
    ...own,
    type,
    enum: type === 'null' ? undefined : values?.filter((value) => type === undefined || holdsType(type, typeOf(value))),
    source: schema,
  }));
}

/**
 * @param {string} whole
 * @param {string | undefined} part
 */
export function holdsType(whole, part) {
  return whole === part || (whole === 'number' && part === 'integer');
}

/**
 * @param {readonly unknown[] | undefined} values
 * @returns {(string | undefined)[]}
 */
function typesOf(values) {
  return values === undefined ? [undefined] : [...new Set(values.map(typeOf))];
}

/** @param {unknown} value */
function typeOf(value) {
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : Array.isArray(value) ? 'array' : typeof value;
}

/** @param {readonly string[]} place */
export function pointer(place) {
  return `#/${place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}
