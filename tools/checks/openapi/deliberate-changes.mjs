// Proves that the comparison bites: each deliberate change of a small interface must be found as what it is.
import { compareDocuments } from './changes.mjs';

/** @type {import('./schemas.mjs').ApiDocument} */
const BASE = {
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        parameters: [{ in: 'query', name: 'page', schema: { type: 'integer', minimum: 1, maximum: 9 } }],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
      post: {
        operationId: 'createThing',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewThing' } } } },
        responses: {
          201: {
            headers: { Location: {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          409: { content: {} },
        },
      },
    },
    '/health': { get: { operationId: 'isLive', responses: { 200: {} } } },
  },
  components: {
    schemas: {
      NewThing: {
        type: 'object',
        additionalProperties: false,
        properties: {
          name: { type: 'string', maxLength: 20 },
          kind: { enum: ['A', 'B'] },
          size: { type: ['number', 'null'] },
          parts: { type: 'array', items: { $ref: '#/components/schemas/NewThing' } },
        },
      },
      Thing: {
        type: 'object',
        required: ['id', 'kind'],
        properties: { id: { type: 'string' }, kind: { enum: ['A', 'B'] }, size: { type: 'integer' } },
      },
    },
  },
};

/**
 * Changes of BASE by name. They take its document as `any`, because they break its shape on purpose.
 * @typedef {Record<string, (document: any) => unknown>} Changes
 */

/** @type {Changes} */
const INCOMPATIBLE = {
  'a removed path': ({ paths }) => delete paths['/health'],
  'a removed operation': ({ paths }) => delete paths['/things'].get,
  'a renamed operation': ({ paths }) => (paths['/things'].get.operationId = 'things'),
  'a key that is needed': ({ paths }) => (paths['/health'].get.security = [{ apiKey: [] }]),
  'a removed parameter': ({ paths }) => paths['/things'].get.parameters.pop(),
  'a parameter that is required': ({ paths }) => (paths['/things'].get.parameters[0].required = true),
  'a new required parameter': ({ paths }) =>
    paths['/things'].get.parameters.push({ in: 'query', name: 'size', required: true, schema: {} }),
  'a narrower bound': ({ paths }) => (paths['/things'].get.parameters[0].schema.maximum = 8),
  'a new bound': ({ components }) => (components.schemas.NewThing.properties.name.minLength = 1),
  'a body that is required': ({ paths }) => (paths['/things'].post.requestBody.required = true),
  'a removed kind of body': ({ paths }) => (paths['/things'].post.requestBody.content = {}),
  'a new required member': ({ components }) => (components.schemas.NewThing.required = ['name']),
  'a removed member of a body': ({ components }) => delete components.schemas.NewThing.properties.size,
  'a narrower type': ({ components }) => (components.schemas.NewThing.properties.size.type = 'number'),
  'a narrower number': ({ components }) => (components.schemas.NewThing.properties.size.type = ['integer', 'null']),
  'a narrower list of words': ({ components }) => (components.schemas.NewThing.properties.kind.enum = ['A']),
  'a removed status': ({ paths }) => delete paths['/things'].post.responses[409],
  'a removed header': ({ paths }) => delete paths['/things'].post.responses[201].headers.Location,
  'a removed kind of answer': ({ paths }) => (paths['/things'].get.responses[200].content = {}),
  'a removed member of an answer': ({ components }) => delete components.schemas.Thing.properties.size,
  'a member of an answer that may be missing': ({ components }) => (components.schemas.Thing.required = ['id']),
  'a wider type of an answer': ({ components }) => (components.schemas.Thing.properties.id.type = ['string', 'null']),
  'a wider number of an answer': ({ components }) => (components.schemas.Thing.properties.size.type = 'number'),
  'a wider list of words of an answer': ({ components }) => components.schemas.Thing.properties.kind.enum.push('C'),
};

/** @type {Changes} */
const COMPATIBLE = {
  'no change': () => {},
  'a new operation': ({ paths }) => (paths['/things'].delete = { operationId: 'x', responses: {} }),
  'a new optional parameter': ({ paths }) =>
    paths['/things'].get.parameters.push({ in: 'query', name: 'size', schema: {} }),
  'a wider bound': ({ paths }) => (paths['/things'].get.parameters[0].schema.maximum = 10),
  'a wider list of words': ({ components }) => components.schemas.NewThing.properties.kind.enum.push('C'),
  'a wider type': ({ components }) =>
    (components.schemas.NewThing.properties.name = { anyOf: [{ type: 'string' }, {}] }),
  'a new optional member': ({ components }) => (components.schemas.NewThing.properties.note = { type: 'string' }),
  'a new member of an answer': ({ components }) => (components.schemas.Thing.properties.note = { type: 'string' }),
  'another spelling': ({ components }) =>
    (components.schemas.NewThing.properties.size = { anyOf: [{ type: 'null' }, { type: 'number' }] }),
  'a new status': ({ paths }) => (paths['/things'].post.responses[404] = {}),
};

/** The names of the deliberate changes that the comparison takes for something else. */
export function missedChanges() {
  /** @param {Changes[string]} change */
  const isFound = (change) => {
    const after = structuredClone(BASE);
    change(after);
    return compareDocuments(BASE, after).incompatible.length > 0;
  };
  return [
    ...Object.entries(INCOMPATIBLE).filter(([, change]) => !isFound(change)),
    ...Object.entries(COMPATIBLE).filter(([, change]) => isFound(change)),
  ].map(([name]) => name);
}
