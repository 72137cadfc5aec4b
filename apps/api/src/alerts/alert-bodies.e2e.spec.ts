import { randomBytes } from 'node:crypto';
import { newId } from '@gable/persistence';
import { ABSENT, alertsOf, CRITERIA, HOOK, startAlertsApi } from '../testing/alerts-of.js';
import type { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let api: ApiUnderTest;
let stranger: string;

beforeAll(async () => {
  api = await startAlertsApi();
  stranger = await api.makeKey({ account: 'Stranger' });
}, 60_000);
afterAll(() => api.stop());

const { post, put, get, created, rowOf } = alertsOf(() => api);

describe('a new alert', () => {
  it('is answered whole, with its address, and read back the same', async () => {
    const answer = await post({ name: 'A flat', criteria: CRITERIA });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/alerts/${answer.body.id}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      name: 'A flat',
      active: true,
      searchMode: 'advanced',
      criteria: CRITERIA,
      notificationConfig: null,
      eventDestinationId: null,
      signingKey: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      destinationWebhookUrl: null,
      destinationEmail: null,
      destinationStatus: null,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updatedAt: answer.body.createdAt,
    });
    const read = await get(answer.body.id);
    expect({ status: read.status, control: read.headers.get('cache-control'), body: read.body }).toEqual({
      status: 200,
      control: 'no-store',
      body: answer.body,
    });
  });

  it('keeps the rule of the specification, and says what of it has no effect', async () => {
    const config = {
      rules: [
        {
          eventType: 'NEW_MATCH',
          thresholdPercentage: 0,
          thresholdMinPercentage: 0,
          thresholdMaxPercentage: 0,
          thresholdDirection: 'INCREASE',
          enabled: true,
        },
      ],
    };
    const warning =
      'notificationConfig.rules[0].thresholdDirection: has no effect on NEW_MATCH; thresholds bear on PRICE_CHANGED alone';
    const body = { name: 'As specified', criteria: {}, notificationConfig: config };
    const asking = { headers: { 'idempotency-key': 'with a warning' } };
    for (const answer of [await post(body, asking), await post(body, asking)]) {
      expect(answer).toMatchObject({ status: 201, body: { notificationConfig: config } });
      expect(answer.headers.get('gable-warnings')).toBe(warning);
    }
    const { id } = (await post(body, asking)).body as { id: string };
    expect((await put(id, { notificationConfig: config })).headers.get('gable-warnings')).toBe(warning);
    expect((await put(id, { name: 'Renamed' })).headers.get('gable-warnings')).toBeNull();
  });

  it('keeps a classic alert with its filters and the criteria they mean', async () => {
    const filters = {
      transactionType: ['SELL', 'RENT'],
      propertyTypes: ['APARTMENT', 1],
      cityIds: [75_056],
      districtIds: [910_000_011],
      price: { gte: 1, lte: 2 },
      rooms: { gte: 2 },
      hasGarden: false,
    };
    const body = await created({ searchMode: 'classic', ...filters, area: null, criteria: 'not read here' });
    expect(body).toMatchObject({
      searchMode: 'classic',
      ...filters,
      area: null,
      bedrooms: null,
      neighborhoodIds: null,
      hasParking: null,
      hasBalcony: null,
      hasCellar: null,
    });
    expect(body.criteria).toEqual({
      transactionType: { included: ['SELL', 'RENT'] },
      propertyType: { included: [0, 1] },
      price: { min: 1, max: 2 },
      rooms: { rooms: { min: 2 } },
      unit: { garden: { value: false } },
      location: { includedDivisionIds: [75_056] },
      operator: 'AND',
      children: [{ location: { includedDivisionIds: [910_000_011] } }],
    });
    expect((await get(body.id)).body).toEqual(body);
  });

  it('says of criteria in a classic body that they have no effect, but not of those that the answer gave', async () => {
    const warning =
      'criteria: is read-only in classic mode and has no effect; give classic filters or searchMode "advanced"';
    const classic = { searchMode: 'classic', price: { lte: 9 } };
    const warned = await post({ name: 'Classic', ...classic, criteria: { price: { max: 8 } } });
    expect(warned.headers.get('gable-warnings')).toBe(warning);
    const body = await created(classic);
    const warningOf = async (change: object) => (await put(body.id, change)).headers.get('gable-warnings');
    expect(await warningOf(body)).toBeNull();
    expect(await warningOf({ ...body, price: { lte: 8 } })).toBeNull();
    expect(await warningOf({ searchMode: 'classic', criteria: null })).toBeNull();
    expect(await warningOf({ ...body, price: { lte: 8 }, criteria: { price: { max: 7 } } })).toBe(warning);
    expect(await warningOf({ searchMode: 'classic', criteria: 5 })).toBe(warning);
  });

  it('reads every spelling of criteria into the form of the alert', async () => {
    const { criteria } = await created({
      criteria: {
        propertyType: { included: ['HOUSE', 0], excluded: ['APARTMENT'] },
        price: { gte: 1, lte: 2, allowNull: true },
        rooms: { min: 2 },
        area: null,
        location: {
          included: [{ cityId: 75_056 }],
          excluded: [{ districtId: 910_000_011 }],
          centerPoint: '{"latitude": 48.8, "lon": 2.3}',
          radiusMeters: 500,
        },
        operator: 'OR',
        branches: [
          { unit: { balcony: { value: true } } },
          { amenities: { elevator: { value: true, allowNull: true } } },
        ],
      },
    });
    expect(criteria).toEqual({
      propertyType: { included: [0, 1], excluded: [0] },
      price: { min: 1, max: 2, allowNull: true },
      rooms: { rooms: { min: 2 } },
      location: {
        includedDivisionIds: [75_056],
        excludedDivisionIds: [910_000_011],
        centerPoint: '{"latitude":48.8,"longitude":2.3}',
        radiusMeters: 500,
      },
      operator: 'OR',
      children: [{ unit: { balcony: { value: true } } }, { amenities: { elevator: { value: true, allowNull: true } } }],
    });
  });

  it('takes null for absent', async () => {
    const nothing = Object.fromEntries(
      [
        'active',
        'searchMode',
        'notificationConfig',
        'signingKey',
        'destinationWebhookUrl',
        'destinationEmail',
        'price',
        'cityIds',
      ].map((key) => [key, null]),
    );
    expect(await created({ ...nothing, criteria: {} })).toMatchObject({
      active: true,
      searchMode: 'advanced',
      notificationConfig: null,
      criteria: {},
    });
  });

  it('ignores what it alone may write', async () => {
    const body = await created({ id: ABSENT, eventDestinationId: 7, createdAt: 'x', updatedAt: {}, criteria: {} });
    expect([body.id === ABSENT, body.eventDestinationId]).toEqual([false, null]);
  });

  it('knows the shapes of its own account only', async () => {
    const shape = newId(new Date());
    const [{ id: accountId }] = (await api.database.query<{ id: string }>(
      `select id from account where name = 'Stranger'`,
    )) as [{ id: string }];
    const square = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    };
    await api.database.query(
      'insert into shape (id, account_id, geometry, positions, created_at) values ($1, $2, $3, 4, now())',
      [shape, accountId, square],
    );
    const body = {
      name: 'Drawn',
      criteria: { children: [{}, { location: { includedGeoShapeIds: [shape.toUpperCase()] } }] },
    };
    expect(violatedPaths(await post(body))).toEqual(['criteria.children[1].location.includedGeoShapeIds[0]']);
    const { id, criteria } = await created(body, { key: stranger });
    expect(criteria.children[1].location.includedGeoShapeIds).toEqual([shape]);
    expect(await rowOf(id)).toMatchObject({
      shape_ids: [shape],
      criteria: { children: [{}, { conditions: [{ kind: 'shape', included: [{ id: shape }], excluded: null }] }] },
    });
    expect(JSON.stringify(await rowOf(id))).not.toContain('coordinates');
    const mine = await created({ criteria: {} });
    expect(violatedPaths(await put(mine.id, { criteria: body.criteria }))).toEqual([
      'criteria.children[1].location.includedGeoShapeIds[0]',
    ]);
  });
});

describe('what is wrong with a body', () => {
  const withRules = (...rules: unknown[]) => ({ name: 'x', criteria: {}, notificationConfig: { rules } });
  const priced = (rule: object) => withRules({ eventType: 'PRICE_CHANGED', ...rule });

  it.each<[string, unknown, string[]]>([
    ['no object', [], ['']],
    ['no name', { criteria: {} }, ['name']],
    ['an empty name', { name: '  ', criteria: {} }, ['name']],
    ['a long name', { name: 'é'.repeat(201), criteria: {} }, ['name']],
    ['a name of two lines', { name: 'a\r\nBcc: b@example.com', criteria: {} }, ['name']],
    ['no criteria', { name: 'x' }, ['criteria']],
    ['a switch that is no boolean', { name: 'x', criteria: {}, active: 'yes' }, ['active']],
    ['an unknown mode', { name: 'x', criteria: {}, searchMode: 'Advanced' }, ['searchMode']],
    ['classic filters without their mode', { name: 'x', price: { lte: 1 }, cityIds: [75_056] }, ['price', 'cityIds']],
    ['classic filters beside criteria', { name: 'x', criteria: {}, price: { lte: 1 } }, ['price']],
    ['an unknown filter in classic mode', { name: 'x', searchMode: 'classic', cityId: [1] }, ['cityId']],
    ['an unknown field', { name: 'x', criteria: {}, webhookUrl: HOOK, constructor: 1 }, ['webhookUrl', 'constructor']],
    [
      'an unknown division',
      { name: 'x', criteria: { children: [{ location: { includedDivisionIds: [75_056, 4] } }] } },
      ['criteria.children[0].location.includedDivisionIds[1]'],
    ],
    ['an unknown division in classic mode', { name: 'x', searchMode: 'classic', cityIds: [4] }, ['cityIds[0]']],
    [
      'bounds the wrong way round',
      { name: 'x', criteria: { branches: [{}, { price: { min: 2, max: 1 } }] } },
      ['criteria.branches[1].price.min'],
    ],
    [
      'two destinations',
      { name: 'x', criteria: {}, destinationWebhookUrl: HOOK, destinationEmail: 'a@example.com' },
      ['destinationWebhookUrl'],
    ],
    [
      'a webhook into a private network',
      { name: 'x', criteria: {}, destinationWebhookUrl: 'https://192.168.1.1/' },
      ['destinationWebhookUrl'],
    ],
    [
      'a webhook without TLS',
      { name: 'x', criteria: {}, destinationWebhookUrl: 'http://example.com/' },
      ['destinationWebhookUrl'],
    ],
    [
      'a mail address with a name',
      { name: 'x', criteria: {}, destinationEmail: 'A <a@example.com>' },
      ['destinationEmail'],
    ],
    [
      'two mail addresses',
      { name: 'x', criteria: {}, destinationEmail: 'a@example.com,b@example.com' },
      ['destinationEmail'],
    ],
    ['a config without rules', { name: 'x', criteria: {}, notificationConfig: {} }, ['notificationConfig.rules']],
    ['a rule of no event type', withRules({ enabled: true }), ['notificationConfig.rules[0].eventType']],
    [
      'a rule of an unknown event type',
      withRules({ eventType: 'NEW_MATCHES' }),
      ['notificationConfig.rules[0].eventType'],
    ],
    [
      'two rules of a type',
      withRules({ eventType: 'NEW_MATCH' }, { eventType: 'NEW_MATCH', enabled: false }),
      ['notificationConfig.rules[1].eventType'],
    ],
    [
      'a band that ends before it begins',
      priced({ thresholdMinPercentage: 7, thresholdMaxPercentage: 6 }),
      ['notificationConfig.rules[0].thresholdMaxPercentage'],
    ],
    ['a negative percentage', priced({ thresholdPercentage: -3 }), ['notificationConfig.rules[0].thresholdPercentage']],
    [
      'a direction in other words',
      priced({ thresholdDirection: 'DOWN' }),
      ['notificationConfig.rules[0].thresholdDirection'],
    ],
    ['a word that rules do not know', priced({ treshold: 1 }), ['notificationConfig.rules[0].treshold']],
    [
      'a key of 23 bytes',
      { name: 'x', criteria: {}, signingKey: `whsec_${randomBytes(23).toString('base64')}` },
      ['signingKey'],
    ],
    [
      'a key of 65 bytes',
      { name: 'x', criteria: {}, signingKey: `whsec_${randomBytes(65).toString('base64')}` },
      ['signingKey'],
    ],
    [
      'a key with padding it does not need',
      { name: 'x', criteria: {}, signingKey: `whsec_${randomBytes(33).toString('base64')}=` },
      ['signingKey'],
    ],
    [
      'a key in the base64 of URLs',
      { name: 'x', criteria: {}, signingKey: `whsec_${'-_'.repeat(20)}` },
      ['signingKey'],
    ],
    ['a key of 15 characters', { name: 'x', criteria: {}, signingKey: 'fifteen letters' }, ['signingKey']],
  ])('%s', async (_, body, paths) => {
    expect(violatedPaths(await post(body))).toEqual(paths);
  });

  it('is told at once, up to fifty, and a number that is not finite is none', async () => {
    expect(
      violatedPaths(
        await post({
          name: '',
          active: 1,
          criteria: { pric: {} },
          notificationConfig: { rules: [{}] },
          destinationEmail: 1,
          signingKey: 2,
          nam: 3,
        }),
      ),
    ).toEqual([
      'name',
      'active',
      'criteria.pric',
      'notificationConfig.rules[0].eventType',
      'destinationEmail',
      'signingKey',
      'nam',
    ]);
    expect(
      violatedPaths(
        await post({ name: 'x', ...Object.fromEntries(Array.from({ length: 80 }, (_each, i) => [`unknown${i}`, 1])) }),
      ),
    ).toHaveLength(50);
    expect(
      violatedPaths(
        await post(
          '{"name":"x","criteria":{},"notificationConfig":{"rules":[{"eventType":"PRICE_CHANGED","thresholdPercentage":1e999}]}}',
        ),
      ),
    ).toEqual(['notificationConfig.rules[0].thresholdPercentage']);
  });

  it('says what was meant', async () => {
    const { body } = await post({
      nam: 'x',
      name: 'x',
      criteria: {},
      location: {},
      notificationConfig: { rules: [{ eventType: 'NEW_MACH' }] },
    });
    expect(body.violations.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringMatching(/did you mean NEW_MATCH\?$/),
      expect.stringMatching(/did you mean name\?$/),
      expect.stringContaining('stand inside criteria'),
    ]);
  });

  it('may be 64 kB and no larger', async () => {
    const body = (length: number) => JSON.stringify({ name: 'x', criteria: {} }).padEnd(length);
    expect((await post(body(64 * 1024))).status).toBe(201);
    expectProblem(await post(body(64 * 1024 + 1)), 413, 'content-too-large');
  });
});
