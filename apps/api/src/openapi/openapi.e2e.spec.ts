import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { DeclaredAccess } from '../access/declared-access.js';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { recordEvent } from '../testing/record-event.js';
import { SAMPLE_DIVISIONS, sampleHome, sampleHomes } from '../testing/sample-homes.js';

type Validate = ((value: unknown) => boolean) & { errors?: unknown };

let api: ApiUnderTest;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document is what is tested
let document: any;
let validatorOf: (schema: object) => Validate;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest(sampleHomes(30));
  document = (await api.ask('GET', '/openapi.json', { key: null })).body;
  validatorOf = validators(document);
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
    expect(operation.operationId).toBeTruthy();
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

it('describes criteria that nest without end and modes that are told apart', () => {
  const { Criteria, SearchRequest, ClassicSearch } = document.components.schemas;
  expect(JSON.stringify(Criteria.properties.children)).toContain('#/components/schemas/Criteria');
  expect(Criteria.properties.unit.type).toEqual(['object', 'null']);
  expect(Object.keys(Criteria.properties.unit.properties).sort()).toEqual([
    'balcony',
    'bathrooms',
    'cellar',
    'disabledAccess',
    'equippedKitchen',
    'floor',
    'furnished',
    'garden',
    'lastFloor',
    'terrace',
  ]);
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

it('accepts and refuses the bodies that the API accepts and refuses', async () => {
  const accepted = [
    {},
    { searchMode: 'classic' },
    { page: null, size: null, sort: null, searchMode: null, paginationType: null, cursor: null },
    { paginationType: 'cursor', cursor: null, page: null },
    { transactionType: 'RENT' },
    { transactionType: ['RENT', 'SELL'] },
    { propertyTypes: ['APARTMENT', 'HOUSE', 8] },
    { rooms: { gte: 1 } },
    { price: {} },
    { hasGarden: false },
    { searchMode: 'advanced', criteria: {} },
    { searchMode: 'advanced', criteria: { children: [{ branches: [{}] }] } },
    { searchMode: 'advanced', criteria: { rooms: { min: 1, allowNull: true } } },
    { searchMode: 'advanced', criteria: { rooms: { rooms: { gte: 1 }, bedrooms: { min: 1 }, bathrooms: { max: 3 } } } },
    {
      searchMode: 'advanced',
      criteria: { location: { includedDivisionIds: [75_056], excluded: [{ cityId: 69_123 }] } },
    },
    {
      searchMode: 'advanced',
      criteria: { location: { centerPoint: '{"lat": 48.8, "lng": 2.3}', radiusMeters: 10.5 } },
    },
    { searchMode: 'advanced', criteria: { location: { centerPoint: { lat: 48.8, lon: 2.3 }, radiusMeters: 10 } } },
    {
      searchMode: 'advanced',
      criteria: {
        unit: { floor: { min: -1 }, terrace: { value: true } },
        areas: { land: { min: 1 } },
        pricing: { chargesIncluded: { value: false, allowNull: true } },
      },
    },
    {
      searchMode: 'advanced',
      criteria: {
        operator: 'OR',
        children: [],
        propertyType: { excluded: [] },
        rooms: { rooms: { min: 2.5 }, bathrooms: { max: 1e300 } },
        unit: { bathrooms: { min: 0.5 } },
        location: { centerPoint: [48.8, 2.3], radiusMeters: 10, excluded: [], excludedGeoShapeIds: [] },
      },
    },
    { searchMode: 'advanced', criteria: { location: { centerPoint: '[48.8, 2.3]', radiusMeters: 10 } } },
    { sort: {} },
    { sort: { field: 'AREA' } },
  ];
  const refused = [
    { page: 0 },
    { size: 101 },
    { page: '1' },
    { unknown: 1 },
    { searchMode: 'advanced' },
    { searchMode: 'simple' },
    { paginationType: 'cursor', page: 1 },
    { cursor: 'x' },
    { criteria: {} },
    { cityIds: [] },
    { cityIds: ['x'] },
    { price: { above: 1 } },
    { price: 1 },
    { transactionType: 'BUY' },
    { hasGarden: 1 },
    { sort: { field: 'NAME' } },
    { sort: { by: 'AREA' } },
    { searchMode: 'advanced', criteria: { propertyType: { included: [] } } },
    { searchMode: 'advanced', criteria: { children: [{ pricee: {} }] } },
    { searchMode: 'advanced', criteria: { unit: { gym: { value: true } } } },
    { searchMode: 'advanced', criteria: { propertyType: { included: ['CASTLE'] } } },
    { searchMode: 'advanced', criteria: { operator: 'XOR', children: [{}] } },
    { searchMode: 'advanced', criteria: {}, price: { lte: 1 } },
  ];
  const isValid = validatorOf({ $ref: 'api#/components/schemas/SearchRequest' });
  for (const body of accepted) {
    expect({ body, isValid: isValid(body), status: (await api.search(body)).status }).toEqual({
      body,
      isValid: true,
      status: 200,
    });
  }
  for (const body of refused)
    expect({ body, isValid: isValid(body), status: (await api.search(body)).status }).toEqual({
      body,
      isValid: false,
      status: 422,
    });
});

it('has alerts that work when pasted, and accepts and refuses what the API does', async () => {
  const {
    body: { id },
  } = await api.ask('POST', '/alerts', { body: { name: 'To be changed', criteria: {} } });
  const classic = (
    await api.ask('POST', '/alerts', { body: { name: 'Classic', searchMode: 'classic', hasGarden: true } })
  ).body;
  const routes = [
    { method: 'POST', address: '/alerts', operation: document.paths['/alerts'].post, status: 201 },
    { method: 'PUT', address: `/alerts/${id}`, operation: document.paths['/alerts/{uuid}'].put, status: 200 },
  ];
  const alike = [
    { name: 'x', criteria: {}, active: true, searchMode: null, price: null },
    { name: 'x', searchMode: 'classic', criteria: 1, rooms: { gte: 1 } },
    { ...classic },
    { name: 'x', criteria: {}, notificationConfig: { rules: [] } },
    {
      name: 'x',
      criteria: {
        operator: 'AND',
        branches: [],
        rooms: { rooms: { min: 2.5 }, bathrooms: { max: 2.5 } },
        unit: { bathrooms: { min: 1 } },
        location: { centerPoint: [48.8, 2.3], radiusMeters: 10, excludedDivisionIds: [] },
      },
    },
    { name: 'x', criteria: {}, notificationConfig: null, signingKey: null, destinationEmail: 'a@example.com' },
    {
      name: 'x',
      criteria: {},
      notificationConfig: {
        rules: [
          { eventType: 'PRICE_CHANGED', thresholdPercentage: 0, enabled: null },
          { eventType: 'NEW_MATCH', thresholdDirection: null, thresholdMinPercentage: 0, thresholdPercentage: 3 },
        ],
      },
    },
    { name: 'x', criteria: {}, signingKey: `whsec_${'A'.repeat(86)}==` },
    { name: 'x', criteria: {}, signingKey: 'a key of my own, as it stands' },
    { name: 'x', criteria: {}, destinationWebhookUrl: 'https://example.com/', destinationEmail: null },
  ];
  const refused = [
    { name: '' },
    { name: 7 },
    { name: 'x', criteria: [] },
    { name: 'x', criteria: { pric: {} } },
    { name: 'x', criteria: {}, hasGarden: true },
    { name: 'x', criteria: {}, searchMode: 'simple' },
    { name: 'x', criteria: {}, active: 1 },
    { name: 'x', criteria: {}, notificationConfig: {} },
    { name: 'x', criteria: {}, notificationConfig: { rules: [{}] } },
    { name: 'x', criteria: {}, filters: {} },
    { name: 'x', criteria: {}, notificationConfig: { rules: [{ eventType: 'NEW_MATCH', thresholdPercentage: -1 }] } },
    { name: 'x', criteria: {}, signingKey: 'secret' },
    { name: 'x', criteria: {}, signingKey: 'whsec_which is no base64' },
    { name: 'x', criteria: {}, destinationWebhookUrl: 'ftp://example.com' },
    { name: 'x', searchMode: 'classic', price: { above: 1 } },
  ];
  for (const { method, address, operation, status } of routes) {
    const { schema, examples } = operation.requestBody.content['application/json'];
    const isValid = validatorOf(schema);
    const accepted = [...alike, ...Object.values<{ value: object }>(examples).map(({ value }) => value)];
    for (const body of accepted)
      expect({ body, isValid: isValid(body), status: (await api.ask(method, address, { body })).status }).toEqual({
        body,
        isValid: true,
        status,
      });
    for (const body of refused)
      expect({ body, isValid: isValid(body), status: (await api.ask(method, address, { body })).status }).toEqual({
        body,
        isValid: false,
        status: 422,
      });
  }
});

it('takes no alert that the schema refuses, and breaks at nothing', async () => {
  const { schema, examples } = document.paths['/alerts'].post.requestBody.content['application/json'];
  const isValid = validatorOf(schema);
  const bodies = Object.values<{ value: object }>(examples).map(({ value }) => value);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      null,
      -1,
      1e308,
      '',
      ' ',
      '\u0000',
      'classic',
      'NEW_MATCH',
      'https://example.com',
      'a@b.example',
      [],
      {},
      [{ eventType: 'NEW_MATCH' }],
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...bodies),
      fc.nat(),
      fc.option(value, { nil: undefined }),
      fc.string({ maxLength: 8 }),
      async (body, at, replacement, name) => {
        const mutant = mutate(body, at, replacement, name);
        const { status } = await api.ask('POST', '/alerts', { body: mutant });
        if (status === 201) expect({ mutant, isValid: isValid(mutant) }).toEqual({ mutant, isValid: true });
        else
          expect({ mutant, status }).toEqual({
            mutant,
            status: JSON.stringify(mutant).includes('"__proto__":') ? 400 : 422,
          });
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);

it('answers nothing that the schema refuses, and breaks at nothing', async () => {
  const isValid = validatorOf({ $ref: 'api#/components/schemas/SearchRequest' });
  const bodies: object[] = Object.values<{ value: object }>(
    document.paths['/properties'].post.requestBody.content['application/json'].examples,
  ).map(({ value }) => value);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      null,
      -0,
      1e308,
      2 ** 53,
      '',
      'SELL',
      'FLAT',
      [],
      {},
      [null],
      { value: 'SELL' },
      { min: 1 },
      { gte: 1, lte: 0 },
      { included: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...bodies),
      fc.nat(),
      fc.option(value, { nil: undefined }),
      fc.string({ maxLength: 8 }),
      async (body, at, replacement, name) => {
        const mutant = mutate(body, at, replacement, name);
        const { status } = await api.search(mutant);
        if (status === 200) expect({ mutant, isValid: isValid(mutant) }).toEqual({ mutant, isValid: true });
        else
          expect({ mutant, status }).toEqual({
            mutant,
            status: JSON.stringify(mutant).includes('"__proto__":') ? 400 : 422,
          });
      },
    ),
    { numRuns: 500 },
  );
}, 60_000);

it('describes the answers as they are', async () => {
  const [home] = (await api.search({}, { headers: { accept: 'application/json' } })).body.items;
  const { body: alert } = await api.ask('POST', '/alerts', { body: { name: 'x', criteria: {} } });
  const asked: [method: string, template: string, address: string, body?: object][] = [
    ['POST', '/properties', '/properties', {}],
    ['POST', '/properties', '/properties', { paginationType: 'cursor', size: 3 }],
    ['POST', '/properties', '/properties', { size: 100 }],
    ['POST', '/properties', '/properties', { price: { gte: 'x' } }],
    ['POST', '/properties/count', '/properties/count', {}],
    ['GET', '/properties/{uuid}', `/properties/${home.uuid}`],
    ['GET', '/properties/{uuid}', '/properties/none'],
    ['GET', '/properties/{uuid}/history', `/properties/${home.uuid}/history`],
    ['GET', '/properties/search-by-url', `/properties/search-by-url?url=${encodeURIComponent(home.listings[0].url)}`],
    ['GET', '/health/live', '/health/live'],
    ['POST', '/alerts', '/alerts', { name: 'x', criteria: {} }],
    ['POST', '/alerts', '/alerts', { name: 'x', searchMode: 'classic', rooms: { gte: 2 }, propertyTypes: [1] }],
    ['GET', '/alerts', '/alerts'],
    [
      'POST',
      '/alerts',
      '/alerts',
      {
        name: 'x',
        criteria: {},
        notificationConfig: { rules: [{ eventType: 'PRICE_CHANGED', thresholdMinPercentage: 3 }] },
        destinationEmail: 'a@example.com',
      },
    ],
    ['GET', '/alerts/{uuid}', `/alerts/${alert.id}`],
    ['PUT', '/alerts/{uuid}', `/alerts/${alert.id}`, { name: 'y' }],
    ['PUT', '/alerts/{uuid}', `/alerts/${alert.id}`, { name: '' }],
    ['GET', '/health/ready', '/health/ready'],
  ];
  for (const question of asked) await expectAsDescribed(...question);
});

it('describes events, their explanations, notifications and previews as they are', async () => {
  const criteria = {
    price: { max: 110_000 },
    operator: 'OR',
    children: [
      { propertyType: { included: [0] }, location: { centerPoint: { lat: 43, lng: 1 }, radiusMeters: 900_000 } },
      { unit: { garden: { value: true } } },
    ],
  };
  const { body: alert } = await api.ask('POST', '/alerts', {
    body: { name: 'x', criteria, destinationEmail: 'a@example.com' },
  });
  await api.ingest([
    sampleHome(4, { price: 109_000, observedAt: '2026-03-02T10:00:00.000Z' }),
    sampleHome(6, { price: 190_000, location: {}, observedAt: '2026-03-02T10:00:00.000Z' }),
  ]);
  const first = await recordEvent(api.database, { alertId: alert.id, externalId: 'home-4' });
  const second = await recordEvent(api.database, {
    alertId: alert.id,
    externalId: 'home-6',
    revisionId: 2,
    eventType: 'OUT_OF_CRITERIA',
    deliveryId: first,
  });
  const [notification] = await api.database.query<{ id: string }>(
    `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at, created_at, updated_at)
     select gen_random_uuid(), account_id, id, $2, $2, 1, 'EMAIL', destination_id, 'a@example.com', 'PENDING', now(), now(), now() from alert where id = $1 returning id`,
    [alert.id, first],
  );
  const events = `/alerts/${alert.id}/events`;
  await expectAsDescribed('GET', '/alerts/{alertUuid}/events', events);
  await expectAsDescribed('GET', '/alerts/{alertUuid}/events', `${events}?page=0`);
  await expectAsDescribed('GET', '/alerts/{alertUuid}/events/{uuid}', `${events}/${second}`);
  await expectAsDescribed('GET', '/alerts/{alertUuid}/events/{uuid}', `${events}/none`);
  for (const id of [first, second])
    await expectAsDescribed('GET', '/alerts/{alertUuid}/events/{eventUuid}/explanation', `${events}/${id}/explanation`);
  await expectAsDescribed('GET', '/event-notifications', '/event-notifications');
  await expectAsDescribed('GET', '/event-notifications/{uuid}', `/event-notifications/${notification!.id}`);
  await expectAsDescribed('GET', '/alerts/{uuid}/notifications', `/alerts/${alert.id}/notifications`);
  for (const id of [alert.id, 'none']) await expectAsDescribed('POST', '/alerts/{uuid}/test', `/alerts/${id}/test`);
  await expectAsDescribed(
    'POST',
    '/event-notifications/{uuid}/resend',
    `/event-notifications/${notification!.id}/resend`,
  );
  for (const body of [{ since: '2026-03-01T09:30:00Z', until: null, onlyFailed: true }, { since: '2026' }])
    await expectAsDescribed('POST', '/alerts/{uuid}/replay', `/alerts/${alert.id}/replay`, body);
  for (const body of [{ criteria }, { searchMode: 'classic', rooms: { gte: 2 } }, { name: 'x' }])
    await expectAsDescribed('POST', '/alerts/preview', '/alerts/preview', body);
});

it('describes accounts and their usage as they are, with examples that fit, and the headers of limits', async () => {
  await expectAsDescribed('GET', '/account', '/account');
  for (const query of [
    '',
    '?granularity=year&startDate=2024-01-01T00:00:00Z',
    '?granularity=hour',
    '?apiKeyId=0199a1b2-0000-7000-8000-000000000001',
  ])
    await expectAsDescribed('GET', '/account/api-usage', `/account/api-usage${query}`);
  for (const path of ['/account', '/account/api-usage']) {
    const { responses } = document.paths[path].get;
    const { schema, example } = responses[200].content['application/json'];
    expect({ path, valid: validatorOf(schema)(example) }).toEqual({ path, valid: true });
    for (const status of [200, 429])
      expect(responses[status].headers).toMatchObject({
        RateLimit: { $ref: '#/components/headers/RateLimit' },
        'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
      });
  }
  expect(document.components.headers).toHaveProperty('RateLimit');
  expect(document.paths['/health/live'].get.responses[200].headers).toBeUndefined();
});

it('has a preview that accepts and refuses the bodies that the API does', async () => {
  const isValid = validatorOf(document.paths['/alerts/preview'].post.requestBody.content['application/json'].schema);
  const accepted = [
    { criteria: {} },
    { name: 'x', criteria: {}, searchMode: 'advanced' },
    { searchMode: 'classic' },
    { searchMode: 'classic', rooms: { gte: 1 }, destinationEmail: 'a@example.com' },
  ];
  const refused = [
    {},
    { name: '', criteria: {} },
    { criteria: {}, rooms: { gte: 1 } },
    { searchMode: 'classic', floor: 1 },
    { criteria: {}, page: 1 },
  ];
  for (const body of accepted)
    expect({
      body,
      isValid: isValid(body),
      status: (await api.ask('POST', '/alerts/preview', { body })).status,
    }).toEqual({ body, isValid: true, status: 200 });
  for (const body of refused)
    expect({
      body,
      isValid: isValid(body),
      status: (await api.ask('POST', '/alerts/preview', { body })).status,
    }).toEqual({ body, isValid: false, status: 422 });
});

/** Asks in every form the address offers; each answer has to fit what the document says of its status and form. */
async function expectAsDescribed(method: string, template: string, address: string, body?: object): Promise<void> {
  const { responses } = document.paths[template][method.toLowerCase()];
  const { content } = responses[200] ?? responses[201] ?? responses[202];
  for (const accept of Object.keys(content)) {
    const answer = await api.ask(method, address, { body, headers: { accept } });
    const described = responses[answer.status].content[answer.headers.get('content-type')!.split(';')[0]!];
    const validate = validatorOf(described.schema);
    expect({ address, accept, valid: validate(answer.body), errors: validate.errors }).toEqual({
      address,
      accept,
      valid: true,
      errors: null,
    });
  }
}

/** A copy with one value replaced (or, without a replacement, one key renamed) somewhere in the tree. */
function mutate(body: object, at: number, replacement: unknown, name: string): object {
  const copy = structuredClone(body);
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const visit = (holder: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(holder)) {
      places.push([holder, key]);
      if (typeof value === 'object' && value !== null) visit(value as Record<string, unknown>);
    }
  };
  visit(copy as Record<string, unknown>);
  const [holder, key] = places[at % places.length]!;
  if (replacement !== undefined || Array.isArray(holder)) {
    holder[key] = replacement ?? null;
  } else {
    Object.defineProperty(holder, name, { value: holder[key], enumerable: true, configurable: true, writable: true });
    delete holder[key];
  }
  return copy;
}

/** Checks values against schemas of the document. */
function validators(openApi: object): (schema: object) => Validate {
  const ajv = new Ajv2020({ strict: false, discriminator: false });
  addFormats.default(ajv);
  ajv.addSchema(openApi, 'api');
  return (schema) =>
    ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as object,
    ) as Validate;
}
