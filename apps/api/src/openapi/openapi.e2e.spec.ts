import { DeclaredAccess } from '../access/declared-access.js';
import { startDescribedApi, type DescribedApi } from '../testing/described-api.js';

let api: DescribedApi['api'];
let document: DescribedApi['document'];
let validatorOf: DescribedApi['validatorOf'];

beforeAll(async () => {
  ({ api, document, validatorOf } = await startDescribedApi());
}, 60_000);
afterAll(() => api.stop());

it('is OpenAPI 3.1 and every reference in it leads somewhere', () => {
  expect(document.openapi).toBe('3.1.0');
  const references = [...JSON.stringify(document).matchAll(/"(#\/components\/schemas\/[^"]+)"/g)].map(
    ([, reference]) => reference!,
  );
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) expect(document.components.schemas).toHaveProperty([reference.split('/').pop()!]);
});

it('has every route, with the errors it can answer', () => {
  // The console is a page that uses the interface, and no part of it.
  const routes = api.app
    .get(DeclaredAccess)
    .routes()
    .filter(({ path }) => !/^\/(?:console.*)?$/.test(path));
  for (const { method, path, access, scope } of routes) {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    const { operationId, summary, tags } = operation;
    expect({ path, method, operationId, summary, tags }).toEqual({
      ...{ path, method, operationId: expect.stringMatching(/^[a-z][a-zA-Z]+$/), summary: expect.stringMatching(/./) },
      tags: [expect.any(String)],
    });
    const { responses, security } = operation;
    expect(Object.keys(responses)).toContain('431');
    expect(security ?? null).toEqual(access === 'public' ? null : [{ apiKey: [scope] }]);
    if (access !== 'public')
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^2/), '401', '403', '404', '406', '422', '429', '500', '503']),
      );
    if (method === 'POST') expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '413', '415']));
    for (const [status, response] of Object.entries<{ content?: Record<string, { schema: object; example: unknown }> }>(
      responses,
    )) {
      const problem = response.content?.['application/problem+json'];
      if (problem?.example)
        expect({ status, valid: validatorOf(problem.schema)(problem.example) }).toEqual({ status, valid: true });
    }
  }
  expect(Object.keys(document.paths)).toHaveLength(new Set(routes.map(({ path }) => path)).size);
});

it('links what makes an object to operations that take what is handed on', () => {
  interface Linked {
    operationId: string;
    parameters?: { name: string }[];
    requestBody?: object;
  }
  const operations: Record<string, Linked & { responses: Record<string, { links?: Record<string, Linked> }> }> = {};
  for (const item of Object.values<typeof operations>(document.paths))
    for (const operation of Object.values(item)) operations[operation.operationId] = operation;
  const reached = new Set<string>();
  for (const { responses } of Object.values(operations))
    for (const { links = {} } of Object.values(responses))
      for (const { operationId, parameters = [], requestBody } of Object.values(links)) {
        reached.add(operationId);
        const names = operations[operationId]!.parameters?.map(({ name }) => name) ?? [];
        expect(names).toEqual(expect.arrayContaining(Object.keys(parameters)));
        expect(requestBody !== undefined).toBe(Object.keys(parameters).length === 0);
      }
  const byMail = ['/c/{token}', '/u/{token}'];
  const unreached = Object.entries(document.paths).flatMap(([path, item]) =>
    path.includes('{') && !byMail.includes(path)
      ? Object.values(item as object).map(({ operationId }: { operationId: string }) => operationId)
      : [],
  );
  expect(unreached.filter((operationId) => !reached.has(operationId))).toEqual([]);
});

it('takes what a link hands on from a member that the answer has', () => {
  const prefix = '$response.body#/';
  const handedOn: string[] = [];
  const missing: string[] = [];
  for (const [path, item] of Object.entries(document.paths))
    for (const { responses } of Object.values(item as Record<string, { responses: Record<string, LinkedAnswer> }>))
      for (const { links = {}, content = {} } of Object.values(responses))
        for (const { parameters = {}, requestBody = {} } of Object.values(links))
          for (const source of [...Object.values(parameters), ...Object.values(requestBody)]) {
            if (!source.startsWith(prefix)) continue;
            handedOn.push(source);
            const members = source.slice(prefix.length).split('/');
            const found = Object.values(content).some(({ schema }) => schemasAt(schema, members).length > 0);
            if (!found) missing.push(`${path}: ${source}`);
          }
  expect(handedOn.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

it('describes criteria that nest without end and modes that are told apart', () => {
  const { Criteria, SearchRequest, ClassicSearch } = document.components.schemas;
  expect(JSON.stringify(Criteria.properties.children)).toContain('#/components/schemas/Criteria');
  expect(Criteria.properties.unit.type).toEqual(['object', 'null']);
  for (const field of ['bathrooms', 'floor', 'terrace'])
    expect(Criteria.properties.unit.properties).toHaveProperty(field);
  expect(SearchRequest.discriminator).toEqual({
    propertyName: 'searchMode',
    mapping: { classic: '#/components/schemas/ClassicSearch', advanced: '#/components/schemas/AdvancedSearch' },
  });
  expect(ClassicSearch.discriminator.propertyName).toBe('paginationType');
});

it('has examples that work when pasted', async () => {
  const { examples, schema } = document.paths['/properties'].post.requestBody.content['application/json'];
  expect(Object.keys(examples).length).toBeGreaterThan(3);
  for (const { value } of Object.values<{ value: object }>(examples)) {
    expect(validatorOf(schema)(value)).toBe(true);
    expect({ value, status: (await api.search(value)).status }).toEqual({ value, status: 200 });
  }
});

interface LinkedAnswer {
  readonly links?: Record<
    string,
    { readonly parameters?: Record<string, string>; readonly requestBody?: Record<string, string> }
  >;
  readonly content?: Record<string, { readonly schema: Schema }>;
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** The schemas of what a pointer of these members leads to. */
function schemasAt(schema: Schema, [member, ...rest]: readonly string[]): Schema[] {
  if (schema.$ref !== undefined)
    return schemasAt(document.components.schemas[schema.$ref.split('/').pop()!] as Schema, [member!, ...rest]);
  const within = [schema, ...(schema.anyOf ?? [])].flatMap(
    ({ properties, items }) => properties?.[member!] ?? (/^\d+$/.test(member!) ? (items ?? []) : []),
  );
  return rest.length === 0 ? within : within.flatMap((next) => schemasAt(next, rest));
}
