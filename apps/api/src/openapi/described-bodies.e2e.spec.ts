import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { startDescribedApi, type DescribedApi } from '../testing/described-api.js';

let api: DescribedApi['api'];
let document: DescribedApi['document'];
let validatorOf: DescribedApi['validatorOf'];

beforeAll(async () => {
  ({ api, document, validatorOf } = await startDescribedApi());
}, 60_000);
afterAll(() => api.stop());

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
    { searchMode: 'advanced', criteria: { rooms: { min: 1, bedrooms: { gte: 1 }, bathrooms: { max: 3 } } } },
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

it.each([
  ['criteria', 'Criteria'],
  ['classic', 'ClassicSearch'],
])('describes every block of %s in the guide', (kind, schema) => {
  const guide = readFileSync(join(__dirname, '../../../../docs/criteria.md'), 'utf8');
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`json ${kind}\\n(.*?)\`\`\``, 'gs'))].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(1);
  const isValid = validatorOf({ $ref: `api#/components/schemas/${schema}` });
  for (const block of blocks) expect({ block, isValid: isValid(JSON.parse(block)) }).toEqual({ block, isValid: true });
});

it.each([
  { address: '/properties/count', more: {} },
  { address: '/properties/tiles', more: {} },
  { address: '/properties/facets', more: { facets: ['rooms'] } },
  { address: '/properties/map', more: { zoom: 5, boundingBox: { north: 46, south: 45, east: 5, west: 4 } } },
])('takes the body of a page of a search at $address, whichever way it pages', async ({ address, more }) => {
  const isValid = validatorOf(document.paths[address].post.requestBody.content['application/json'].schema);
  const asking = { headers: { accept: 'application/json' } };
  const { cursor } = (await api.search({ paginationType: 'cursor', size: 1 }, asking)).body;
  for (const page of [
    { page: 3, size: 5, sort: { field: 'PRICE' }, fields: ['uuid'] },
    { paginationType: 'cursor', cursor, size: 1, highlight: true },
    { searchMode: 'advanced', criteria: {}, paginationType: 'cursor', cursor },
  ]) {
    const body = { ...page, ...more };
    const { status } = await api.ask('POST', address, { body });
    expect({ body, isValid: isValid(body), status }).toEqual({ body, isValid: true, status: 200 });
  }
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
  await expectNothingRefusedByTheSchema({
    isValid,
    bodies,
    value,
    runs: 300,
    ask: (body) => api.ask('POST', '/alerts', { body }),
    accepted: 201,
  });
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
  await expectNothingRefusedByTheSchema({
    isValid,
    bodies,
    value,
    runs: 500,
    ask: (body) => api.search(body),
    accepted: 200,
  });
}, 60_000);

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

/** Bodies, each changed in one place at random: what is accepted fits the schema, everything else is refused politely. */
async function expectNothingRefusedByTheSchema({
  isValid,
  bodies,
  value,
  ask,
  accepted,
  runs,
}: {
  isValid: (body: unknown) => boolean;
  bodies: readonly object[];
  value: fc.Arbitrary<unknown>;
  ask: (body: unknown) => Promise<{ status: number }>;
  accepted: number;
  runs: number;
}): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...bodies),
      fc.nat(),
      fc.option(value, { nil: undefined }),
      fc.string({ maxLength: 8 }),
      async (body, at, replacement, name) => {
        const mutant = mutate(body, at, replacement, name);
        const { status } = await ask(mutant);
        if (status === accepted) expect({ mutant, isValid: isValid(mutant) }).toEqual({ mutant, isValid: true });
        else
          expect({ mutant, status }).toEqual({
            mutant,
            status: JSON.stringify(mutant).includes('"__proto__":') ? 400 : 422,
          });
      },
    ),
    { numRuns: runs },
  );
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
