import { randomBytes } from 'node:crypto';
import type { AlertEventType } from '@gable/domain/alert';
import { AlertStore } from '@gable/persistence/alerts';
import { SkipStore } from '@gable/persistence/delivery';
import { newId } from '@gable/persistence';
import { SealBroken } from '@gable/runtime';
import { ApiUnderTest, SEALER, type Answer, type Asking } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { SAMPLE_DIVISIONS } from '../testing/sample-homes.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ABSENT = '0199a1b2-0000-7000-8000-000000000001';
const HOOK = 'https://receiver.example.com/hooks';

/** What the name servers say; names that are not here are not there. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'inward.example.com': ['93.184.216.34', '10.0.0.7'],
  'public.example.com': ['93.184.216.34', '2606:2800::1'],
  'receiver.test.internal': ['127.0.0.9'],
};
const asked: string[] = [];

function resolveHost(name: string): Promise<readonly string[]> {
  asked.push(name);
  if (name === 'silent.example.com') return new Promise(() => {});
  return NAMES[name] === undefined ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(NAMES[name]);
}

const CRITERIA = { transactionType: { value: 'SELL' }, price: { max: 300_000 } };

let api: ApiUnderTest;
let stranger: string;

beforeAll(async () => {
  api = await ApiUnderTest.start({ destinationAllowedNetworks: ['127.0.0.0/8'], resolveHost });
  await api.loadDivisions(SAMPLE_DIVISIONS);
  stranger = await api.makeKey({ account: 'Stranger' });
}, 60_000);
afterAll(() => api.stop());

const post = (body: unknown, asking: Asking = {}) => api.ask('POST', '/alerts', { body, ...asking });
const put = (id: string, body: unknown, asking: Asking = {}) => api.ask('PUT', `/alerts/${id}`, { body, ...asking });
const get = (id: string, asking: Asking = {}) => api.ask('GET', `/alerts/${id}`, asking);

async function created(body: object, asking: Asking = {}): Promise<Answer['body']> {
  const answer = await post({ name: 'An alert', ...body }, asking);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
  return answer.body;
}

async function changed(id: string, body: object): Promise<Answer['body']> {
  const answer = await put(id, body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return answer.body;
}

const rowOf = async (id: string) =>
  (
    await api.database.query<Record<string, unknown>>(
      'select *, active_since::text as since, xid::text as xid_text from alert where id = $1',
      [id],
    )
  )[0]!;

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

describe('signing keys', () => {
  it.each([24, 25, 26, 32, 63, 64])('may be brought, of %i bytes', async (bytes) => {
    const signingKey = `whsec_${randomBytes(bytes).toString('base64')}`;
    expect((await created({ criteria: {}, signingKey })).signingKey).toBe(signingKey);
  });

  it('are sealed at rest, each in its own row', async () => {
    const [one, other] = [await created({ criteria: {} }), await created({ criteria: {} })];
    const { signing_key: sealed } = await rowOf(one.id);
    expect((sealed as Buffer).toString('latin1')).not.toContain(one.signingKey.slice(6, 20));
    await api.database.query('update alert set signing_key = $2 where id = $1', [other.id, sealed]);
    const { account_id: accountId } = (await rowOf(other.id)) as { account_id: string };
    await expect(new AlertStore(api.database, SEALER).find(accountId, other.id)).rejects.toThrow(SealBroken);
    await api.database.query('delete from alert where id = $1', [other.id]);
    expect(api.logged.join('')).not.toContain(one.signingKey);
  });

  it('stay when a change leaves them out, and are kept a day beside the one that replaces them', async () => {
    const { id, signingKey: first } = await created({ criteria: {} });
    expect((await changed(id, { name: 'Renamed' })).signingKey).toBe(first);
    expect((await changed(id, { signingKey: first })).signingKey).toBe(first);
    expect(await rowOf(id)).toMatchObject({ previous_signing_key: null, previous_signing_key_until: null });
    const second = `whsec_${randomBytes(24).toString('base64')}`;
    const { updatedAt } = await changed(id, { signingKey: second });
    const store = new AlertStore(api.database, SEALER);
    const { account_id: accountId } = (await rowOf(id)) as { account_id: string };
    expect(await store.find(accountId, id)).toMatchObject({
      signingKey: second,
      previousSigningKey: { key: first, until: new Date(Date.parse(updatedAt) + 86_400_000) },
    });
    const { signingKey: third } = await changed(id, { signingKey: null });
    expect([first, second]).not.toContain(third);
    expect(third).toMatch(/^whsec_.{44}$/);
    expect(await store.find(accountId, id)).toMatchObject({ signingKey: third, previousSigningKey: { key: second } });
    await api.database.query(
      `update alert set previous_signing_key_until = now() - interval '1 second' where id = $1`,
      [id],
    );
    await changed(id, { name: 'Later' });
    expect(await rowOf(id)).toMatchObject({ previous_signing_key: null });
  });
});

describe('destinations', () => {
  it('are one per account and address', async () => {
    const [one, same, mail] = [
      await created({ criteria: {}, destinationWebhookUrl: HOOK }),
      await created({ criteria: {}, destinationWebhookUrl: HOOK }),
      await created({ criteria: {}, destinationEmail: 'a@EXAMPLE.com' }),
    ];
    expect(one).toMatchObject({
      destinationWebhookUrl: HOOK,
      destinationEmail: null,
      eventDestinationId: expect.stringMatching(UUID),
    });
    expect(same.eventDestinationId).toBe(one.eventDestinationId);
    expect(mail).toMatchObject({ destinationWebhookUrl: null, destinationEmail: 'a@example.com' });
    const theirs = await created({ criteria: {}, destinationWebhookUrl: HOOK }, { key: stranger });
    expect(new Set([one, mail, theirs].map(({ eventDestinationId }) => eventDestinationId)).size).toBe(3);
  });

  it('lie in the networks that the operator allows', async () => {
    expect(await created({ criteria: {}, destinationWebhookUrl: 'http://127.0.0.1:9999/hook' })).toMatchObject({
      destinationWebhookUrl: 'http://127.0.0.1:9999/hook',
    });
  });

  it('are refused when their name leads inside, with a reason to act on', async () => {
    const answer = await post({ name: 'x', criteria: {}, destinationWebhookUrl: 'https://inward.example.com/hook' });
    expect(violatedPaths(answer)).toEqual(['destinationWebhookUrl']);
    expect(answer.body.detail).toBe(
      'destinationWebhookUrl: names the host inward.example.com, whose address 10.0.0.7 is in a private network; use one that is reachable from the internet',
    );
    const { id } = await created({ criteria: {}, destinationWebhookUrl: HOOK });
    expect(violatedPaths(await put(id, { destinationWebhookUrl: 'https://inward.example.com/hook' }))).toEqual([
      'destinationWebhookUrl',
    ]);
    expect((await get(id)).body.destinationWebhookUrl).toBe(HOOK);
  });

  it('are accepted by public names, and by names that nobody knows right now', async () => {
    for (const host of ['public.example.com', 'not-yet.example.com'])
      expect(
        (await created({ criteria: {}, destinationWebhookUrl: `https://${host}/` })).destinationWebhookUrl,
      ).toContain(host);
    // Its name servers never answer: this ends because the question is given up.
    await created({ criteria: {}, destinationWebhookUrl: 'https://silent.example.com/' });
  });

  it('are accepted by inner names that lead into a network the operator allows, also without TLS', async () => {
    const { id, ...body } = await created({
      criteria: {},
      destinationWebhookUrl: 'http://receiver.test.internal:9999/hook',
    });
    asked.length = 0;
    expect((await changed(id, { ...body, name: 'Sent back as it was' })).destinationWebhookUrl).toBe(
      'http://receiver.test.internal:9999/hook',
    );
    expect(asked).toEqual([]); // only what is new is looked up
    expect(
      violatedPaths(
        await post({ name: 'x', criteria: {}, destinationWebhookUrl: 'http://other.test.internal:9999/hook' }),
      ),
    ).toEqual(['destinationWebhookUrl']);
  });

  it('stay, are replaced by one of either channel, or cleared', async () => {
    const { id, eventDestinationId } = await created({ criteria: {}, destinationWebhookUrl: HOOK });
    const after = async (body: object) => {
      const answer = await changed(id, body);
      return [answer.destinationWebhookUrl, answer.destinationEmail];
    };
    expect(await after({ name: 'x' })).toEqual([HOOK, null]);
    expect(await after({ destinationEmail: null })).toEqual([HOOK, null]);
    expect((await get(id)).body.eventDestinationId).toBe(eventDestinationId);
    expect(await after({ destinationEmail: 'a@example.com' })).toEqual([null, 'a@example.com']);
    expect(await after({ destinationWebhookUrl: HOOK, destinationEmail: null })).toEqual([HOOK, null]);
    expect((await get(id)).body.eventDestinationId).toBe(eventDestinationId);
    expect(await after({ destinationWebhookUrl: null })).toEqual([null, null]);
    expect((await get(id)).body.eventDestinationId).toBeNull();
  });
});

describe('a change', () => {
  it('gives back what it was given, in both modes', async () => {
    const rules = [
      { eventType: 'NEW_MATCH', enabled: true },
      {
        eventType: 'PRICE_CHANGED',
        enabled: false,
        thresholdMinPercentage: 5,
        thresholdMaxPercentage: 7.5,
        thresholdDirection: 'DECREASE',
      },
    ];
    for (const body of [
      { criteria: CRITERIA, notificationConfig: { rules }, destinationWebhookUrl: HOOK, active: false },
      {
        searchMode: 'classic',
        cityIds: [75_056],
        price: { lte: 5, gte: null },
        hasParking: false,
        notificationConfig: { rules: [] },
        destinationEmail: 'a@example.com',
      },
    ]) {
      const { updatedAt, ...before } = await created(body);
      const { updatedAt: later, ...after } = await changed(before.id, { ...before, updatedAt });
      expect(after).toEqual(before);
      expect(later).toBe(updatedAt); // nothing was written
      expect((await get(before.id)).body).toEqual({ ...after, updatedAt: later });
      expect(await rowOf(before.id)).toMatchObject({ criteria_version: 1 });
    }
  });

  it('keeps what is left out and fills in what is null', async () => {
    const { id, ...before } = await created({
      criteria: CRITERIA,
      active: false,
      notificationConfig: { rules: [{ eventType: 'LISTING_EXPIRED' }] },
    });
    expect(before.notificationConfig).toEqual({ rules: [{ eventType: 'LISTING_EXPIRED', enabled: true }] });
    const { updatedAt: _, ...unchanged } = before;
    expect(await changed(id, {})).toMatchObject(unchanged);
    expect(await changed(id, { searchMode: null, name: 'New' })).toMatchObject({ ...unchanged, name: 'New' });
    expect(await changed(id, { notificationConfig: null })).toMatchObject({ notificationConfig: null, active: false });
    expect(violatedPaths(await put(id, { name: null, active: null, criteria: null }))).toEqual([
      'name',
      'active',
      'criteria',
    ]);
  });

  it('replaces criteria as a whole, and remembers the old ones', async () => {
    const { id } = await created({ criteria: CRITERIA });
    expect((await changed(id, { criteria: { rooms: { min: 3 } } })).criteria).toEqual({ rooms: { rooms: { min: 3 } } });
    expect((await changed(id, { criteria: { rooms: { rooms: { gte: 3 } } } })).criteria).toEqual({
      rooms: { rooms: { min: 3 } },
    });
    expect((await changed(id, { criteria: {} })).criteria).toEqual({});
    expect(await rowOf(id)).toMatchObject({ criteria_version: 3 });
    const history = await api.database.query<{ criteria_version: number; criteria: { conditions: unknown[] } }>(
      'select criteria_version, criteria from alert_criteria_history where alert_id = $1 order by 1',
      [id],
    );
    expect(history.map(({ criteria_version: version, criteria }) => [version, criteria.conditions.length])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it.each<[string, 'advanced' | 'classic', object, object | string[]]>([
    [
      'nothing of the wish, on an advanced alert',
      'advanced',
      {},
      { searchMode: 'advanced', criteria: { price: { max: 9 } } },
    ],
    [
      'nothing of the wish, on a classic alert',
      'classic',
      {},
      { searchMode: 'classic', price: { lte: 9 }, rooms: { gte: 2 } },
    ],
    [
      'criteria without a mode, on an advanced alert',
      'advanced',
      { criteria: { area: { min: 1 } } },
      { searchMode: 'advanced', criteria: { area: { min: 1 } } },
    ],
    [
      'criteria without a mode, on a classic alert',
      'classic',
      { criteria: { area: { min: 1 } } },
      { searchMode: 'advanced', criteria: { area: { min: 1 } } },
    ],
    [
      'advanced without criteria, on a classic alert',
      'classic',
      { searchMode: 'advanced' },
      { searchMode: 'advanced', criteria: { price: { max: 9 }, rooms: { rooms: { min: 2 } } } },
    ],
    [
      'advanced without criteria, on an advanced alert',
      'advanced',
      { searchMode: 'advanced' },
      { searchMode: 'advanced', criteria: { price: { max: 9 } } },
    ],
    ['advanced with a filter', 'advanced', { searchMode: 'advanced', price: { lte: 1 } }, ['price']],
    ['criteria and a filter', 'classic', { criteria: {}, price: { lte: 1 } }, ['price']],
    ['a filter without a mode, on a classic alert', 'classic', { price: { lte: 1 } }, ['price']],
    ['a filter without a mode, on an advanced alert', 'advanced', { price: { lte: 1 } }, ['price']],
    ['null for a filter without a mode, on a classic alert', 'classic', { price: null }, ['price']],
    [
      'null for a filter without a mode, on an advanced alert',
      'advanced',
      { price: null },
      { searchMode: 'advanced', criteria: { price: { max: 9 } } },
    ],
    [
      'classic with a filter, on a classic alert',
      'classic',
      { searchMode: 'classic', price: { lte: 1 } },
      { price: { lte: 1 }, rooms: { gte: 2 }, criteria: { price: { max: 1 }, rooms: { rooms: { min: 2 } } } },
    ],
    [
      'classic with null for a filter',
      'classic',
      { searchMode: 'classic', price: null },
      { price: null, rooms: { gte: 2 }, criteria: { rooms: { rooms: { min: 2 } } } },
    ],
    [
      'classic with a filter, on an advanced alert',
      'advanced',
      { searchMode: 'classic', area: { gte: 5 } },
      { searchMode: 'classic', price: null, area: { gte: 5 }, criteria: { area: { min: 5 } } },
    ],
    [
      'classic with criteria, which are not read',
      'classic',
      { searchMode: 'classic', criteria: { pric: 1 } },
      { searchMode: 'classic', criteria: { price: { max: 9 }, rooms: { rooms: { min: 2 } } } },
    ],
    ['classic with nothing, on an advanced alert', 'advanced', { searchMode: 'classic' }, ['searchMode']],
  ])('says %s', async (_, from, body, expected) => {
    const { id } = await created(
      from === 'advanced'
        ? { criteria: { price: { max: 9 } } }
        : { searchMode: 'classic', price: { lte: 9 }, rooms: { gte: 2 } },
    );
    if (Array.isArray(expected)) {
      const before = (await get(id)).body;
      expect(violatedPaths(await put(id, body))).toEqual(expected);
      expect((await get(id)).body).toEqual(before);
    } else {
      const answer = await changed(id, body);
      expect(answer).toMatchObject(expected);
      if ('criteria' in expected) expect(answer.criteria).toEqual(expected.criteria);
      expect('rooms' in answer).toBe(answer.searchMode === 'classic');
    }
  });

  it('is seen by the workers, and a new start only when it is one', async () => {
    const { id } = await created({ criteria: {} });
    const seen = async () => {
      const { since, xid_text: xid } = await rowOf(id);
      return { since, xid: Number(xid) };
    };
    const first = await seen();
    await changed(id, { name: 'Renamed' });
    const renamed = await seen();
    expect(renamed.since).toBe(first.since);
    expect(renamed.xid).toBeGreaterThan(first.xid);
    await changed(id, { active: false });
    expect((await seen()).since).toBe(first.since);
    await changed(id, { active: true });
    const again = await seen();
    expect(again.since).not.toBe(first.since);
    await changed(id, { active: true });
    expect((await seen()).since).toBe(again.since);
  });

  it('is whole when two come at once', async () => {
    const { id } = await created({ searchMode: 'classic', price: { lte: 1 } });
    const bodies = [
      { area: { gte: 1 } },
      { rooms: { gte: 1 } },
      { bedrooms: { gte: 1 } },
      { hasGarden: true },
      { cityIds: [75_056] },
    ];
    await Promise.all(bodies.map((filter) => changed(id, { searchMode: 'classic', ...filter })));
    expect((await get(id)).body).toMatchObject(Object.assign({ price: { lte: 1 } }, ...bodies) as object);
    expect(await rowOf(id)).toMatchObject({ criteria_version: 6 });
  });
});

describe('notifications that wait', () => {
  const event = async (alertId: string, type: AlertEventType, deliveryOf?: string) => {
    const id = newId(new Date());
    const types = ['NEW_MATCH', 'ADDITIONAL_LISTING', 'BACK_IN_CRITERIA', 'LISTING_REACTIVATED', 'PRICE_CHANGED'];
    await api.database.query(
      `insert into alert_event (id, alert_id, property_id, listing_id, revision_id, event_type, criteria_version, delivery_id, created_at) values ($1, $2, $3, $3, 1, $4, 1, $5, now())`,
      [id, alertId, newId(new Date()), types.indexOf(type), deliveryOf ?? id],
    );
    return id;
  };
  const queue = async (alertId: string, eventId: string | null, status: string) => {
    const id = newId(new Date());
    await api.database.query(
      `insert into event_notification (id, account_id, alert_id, event_id, delivery_id, attempt_number, channel, destination_id, destination_address, status, scheduled_at, created_at, updated_at)
       select $1, account_id, id, $3, $4, 1, 'WEBHOOK', destination_id, 'x', $5, now(), now(), now() from alert where id = $2`,
      [id, alertId, eventId, eventId ?? id, status],
    );
    await api.database.query(
      `insert into delivery (id, account_id, alert_id, endpoint_id, channel, destination_id, notification_id, attempt_number, round_start, due_at, epoch)
       select delivery_id, attempt.account_id, attempt.alert_id, endpoint_id, attempt.channel, destination.id, attempt.id, 1, 0, now(), queue_epoch
       from event_notification attempt join event_destination destination on destination.id = attempt.destination_id
         join alert on alert.id = attempt.alert_id
       where attempt.id = $1 and status in ('PENDING', 'SUSPENDED')`,
      [id],
    );
    return id;
  };
  const sweep = async () => {
    const [skips, at] = [new SkipStore(api.database), new Date(Date.now() + 60_000)];
    while ((await skips.sweep(at)) > 0);
  };
  const states = async (ids: string[]) => {
    await sweep();
    const rows = await api.database.query<{
      status: string;
      last_error_message: string | null;
      scheduled_at: Date | null;
    }>(
      'select status, last_error_message, scheduled_at from event_notification where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
      [ids],
    );
    return rows.map(
      ({ status, last_error_message: message, scheduled_at: at }) =>
        `${status}${message === null ? '' : ` ${message.split(':')[0]}`}${at === null ? ' never' : ''}`,
    );
  };

  it('are skipped when the alert is switched off, deleted, or sends elsewhere', async () => {
    const ends: [how: (id: string) => Promise<unknown>, code: string, test: string][] = [
      [(id) => changed(id, { active: false }), 'ALERT_INACTIVE', 'PENDING'],
      [(id) => api.ask('DELETE', `/alerts/${id}`), 'ALERT_DELETED', 'SKIPPED ALERT_DELETED never'],
      [
        (id) => changed(id, { destinationWebhookUrl: null }),
        'DESTINATION_REMOVED',
        'SKIPPED DESTINATION_REMOVED never',
      ],
      [
        (id) => changed(id, { destinationWebhookUrl: `${HOOK}/new` }),
        'DESTINATION_CHANGED',
        'SKIPPED DESTINATION_CHANGED never',
      ],
      [
        (id) => changed(id, { destinationEmail: 'a@example.com' }),
        'DESTINATION_CHANGED',
        'SKIPPED DESTINATION_CHANGED never',
      ],
    ];
    for (const [end, code, test] of ends) {
      const [one, other] = [
        await created({ criteria: {}, destinationWebhookUrl: HOOK }),
        await created({ criteria: {}, destinationWebhookUrl: HOOK }),
      ];
      const ids = [];
      for (const status of ['PENDING', 'SUSPENDED', 'DELIVERED', 'FAILED'])
        ids.push(await queue(one.id, await event(one.id, 'NEW_MATCH'), status));
      ids.push(
        await queue(one.id, null, 'PENDING'),
        await queue(other.id, await event(other.id, 'NEW_MATCH'), 'PENDING'),
      );
      await changed(one.id, { name: 'Renamed', criteria: CRITERIA, destinationWebhookUrl: HOOK });
      expect(await states(ids)).toEqual(['PENDING', 'SUSPENDED', 'DELIVERED', 'FAILED', 'PENDING', 'PENDING']);
      await end(one.id);
      expect(await states(ids)).toEqual([
        `SKIPPED ${code} never`,
        `SKIPPED ${code} never`,
        'DELIVERED',
        'FAILED',
        test,
        'PENDING',
      ]);
    }
  });

  it('are skipped when their rule goes, but not a mail that tells others too', async () => {
    const { id } = await created({
      criteria: {},
      destinationWebhookUrl: HOOK,
      notificationConfig: { rules: [{ eventType: 'NEW_MATCH' }, { eventType: 'PRICE_CHANGED' }] },
    });
    const [match, price, mixed, mixedLate] = [
      await event(id, 'NEW_MATCH'),
      await event(id, 'PRICE_CHANGED'),
      await event(id, 'PRICE_CHANGED'),
      await event(id, 'NEW_MATCH'),
    ];
    await event(id, 'NEW_MATCH', mixed);
    await event(id, 'PRICE_CHANGED', mixedLate);
    const ids = [
      await queue(id, match, 'PENDING'),
      await queue(id, price, 'SUSPENDED'),
      await queue(id, mixed, 'PENDING'),
      await queue(id, mixedLate, 'PENDING'),
      await queue(id, null, 'PENDING'),
    ];
    await changed(id, { name: 'Renamed', criteria: CRITERIA });
    expect(await states(ids)).toEqual(['PENDING', 'SUSPENDED', 'PENDING', 'PENDING', 'PENDING']);
    await changed(id, {
      notificationConfig: { rules: [{ eventType: 'NEW_MATCH' }, { eventType: 'PRICE_CHANGED', enabled: false }] },
    });
    expect(await states(ids)).toEqual(['PENDING', 'SKIPPED RULE_OFF never', 'PENDING', 'PENDING', 'PENDING']);
    await changed(id, { notificationConfig: { rules: [] } });
    expect(await states(ids)).toEqual([
      'SKIPPED RULE_OFF never',
      'SKIPPED RULE_OFF never',
      'SKIPPED RULE_OFF never',
      'SKIPPED RULE_OFF never',
      'PENDING',
    ]);
  });
});

describe('ownership', () => {
  it("makes another account's alert look like one that is not there", async () => {
    const { id } = await created({ criteria: {} });
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'Mine now' }],
      ['PUT', { name: '' }],
      ['DELETE', undefined],
    ] as const) {
      const [foreign, absent, malformed] = await Promise.all(
        [id, ABSENT, 'no-uuid'].map((each) => api.ask(method, `/alerts/${each}`, { key: stranger, body })),
      );
      for (const answer of [foreign!, absent!, malformed!]) expectProblem(answer, 404, 'not-found');
      expect({ ...foreign!.body, instance: '' }).toEqual({ ...absent!.body, instance: '' });
    }
    expect((await get(id)).body.name).toBe('An alert');
  });

  it("is the account's, whatever key and role", async () => {
    const saas = await api.makeKey({ role: 'ROLE_SAAS_USER' });
    const { id } = await created({ criteria: {} }, { key: saas });
    expect((await get(id)).status).toBe(200);
    expect((await put(id, { name: 'Shared' }, { key: saas })).body.name).toBe('Shared');
    expect((await api.ask('DELETE', `/alerts/${id}`, { key: saas })).status).toBe(204);
  });

  it('ends with deletion', async () => {
    const { id } = await created({ criteria: {} });
    const before = Number((await rowOf(id)).xid_text);
    const gone = await api.ask('DELETE', `/alerts/${id}`);
    expect([gone.status, gone.body]).toEqual([204, '']);
    for (const method of ['GET', 'DELETE']) expectProblem(await api.ask(method, `/alerts/${id}`), 404, 'not-found');
    expectProblem(await put(id, { active: true }), 404, 'not-found');
    const row = await rowOf(id);
    expect([row.deleted_at !== null, Number(row.xid_text) > before]).toEqual([true, true]);
  });
});

describe('the list', () => {
  it('holds thirty to a page, oldest first, with links and the number of all', async () => {
    const key = await api.makeKey({ account: 'Many' });
    const names = Array.from({ length: 65 }, (_, i) => `Alert ${i}`);
    for (const name of names) await created({ name, criteria: {} }, { key });
    const { id } = await created({ name: 'Gone', criteria: {} }, { key });
    await api.ask('DELETE', `/alerts/${id}`, { key });
    const pages = [];
    for (const page of ['', '?page=2', '?page=3', '?page=4'])
      pages.push(await api.ask('GET', `/alerts${page}`, { key }));
    expect(pages.map(({ status, headers }) => [status, headers.get('x-total-count')])).toEqual(
      Array(4).fill([200, '65']),
    );
    expect(pages.map(({ body }) => body.map(({ name }: { name: string }) => name))).toEqual([
      names.slice(0, 30),
      names.slice(30, 60),
      names.slice(60),
      [],
    ]);
    expect(pages[1]!.headers.get('link')).toBe(
      '</alerts?page=1>; rel="first", </alerts?page=1>; rel="prev", </alerts?page=3>; rel="next", </alerts?page=3>; rel="last"',
    );
    expect(pages[0]!.body[0]).toEqual((await get(pages[0]!.body[0].id, { key })).body);
    for (const page of ['0', '-1', '1.5', 'x', ''])
      expect(violatedPaths(await api.ask('GET', `/alerts?page=${page}`, { key }))).toEqual(['page']);
    expect(violatedPaths(await api.ask('GET', '/alerts?size=3', { key }))).toEqual(['size']);
  });
});

describe('an alert whose stored criteria were spoilt', () => {
  it.each([
    ['no criteria', {}],
    ['an unknown kind', { operator: 'AND', conditions: [{ kind: 'nonsense' }], children: [] }],
    ['an unknown field', { operator: 'AND', conditions: [{ kind: 'range', field: 'nonsense' }], children: [] }],
    ['a text', 'spoilt'],
    ['a broken child', { operator: 'AND', conditions: [], children: [{}, null] }],
  ])('by %s shows null for them, hides no other alert, and can be given new ones', async (_, stored) => {
    const key = await api.makeKey({ account: `Spoilt ${JSON.stringify(stored).slice(0, 60)}` });
    const create = async (name: string): Promise<string> =>
      (await api.ask('POST', '/alerts', { key, body: { name, criteria: CRITERIA } })).body.id;
    const [good, spoilt] = [await create('Good'), await create('Spoilt')];
    await api.database.query('update alert set criteria = $2 where id = $1', [spoilt, JSON.stringify(stored)]);
    const list = await api.ask('GET', '/alerts', { key });
    expect(list.body).toMatchObject([
      { id: good, criteria: expect.any(Object) },
      { id: spoilt, name: 'Spoilt', criteria: null },
    ]);
    const { status, body } = await api.ask('GET', `/alerts/${spoilt}`, { key });
    expect([status, body.criteria]).toEqual([200, null]);
    expect(violatedPaths(await api.ask('PUT', `/alerts/${spoilt}`, { key, body }))).toEqual(['criteria']); // what cannot be read is not made "everything"
    const mended = await api.ask('PUT', `/alerts/${spoilt}`, {
      key,
      body: { criteria: { rooms: { rooms: { min: 2 } } } },
    });
    expect([mended.status, mended.body.criteria]).toEqual([200, { rooms: { rooms: { min: 2 } } }]);
    expect((await api.ask('DELETE', `/alerts/${spoilt}`, { key })).status).toBe(204);
  });
});

describe('a request with an Idempotency-Key', () => {
  const repeat = (key: string, body: unknown, asking: Asking = {}) =>
    post(body, { ...asking, headers: { 'idempotency-key': key } });
  const body = { name: 'Once', criteria: CRITERIA };
  const made = async (name: string) => (await api.database.query('select 1 from alert where name = $1', [name])).length;

  it('is answered the same again, byte for byte, also after the alert was changed', async () => {
    const raw = async () => {
      const key = await api.makeKey();
      const response = await fetch(`${api.url}/alerts`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': 'same bytes' },
        body: JSON.stringify({ ...body, name: 'Bytes' }),
      });
      return {
        status: response.status,
        location: response.headers.get('location'),
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    };
    const first = await raw();
    expect(first).toMatchObject({
      status: 201,
      location: expect.stringMatching(/^\/alerts\//),
      type: 'application/json; charset=utf-8',
    });
    await changed(first.location!.split('/').pop()!, { name: 'Changed' });
    expect(await raw()).toEqual(first);
    expect(await made('Bytes')).toBe(0);
  });

  it('is refused with another body, and free on another account', async () => {
    const first = await repeat('k1', body);
    expect(violatedPaths(await repeat('k1', { ...body, name: 'Twice' }))).toEqual(['Idempotency-Key']);
    const theirs = await repeat('k1', body, { key: stranger });
    expect([theirs.status, theirs.body.id === first.body.id]).toEqual([201, false]);
  });

  it('is the same request with its keys in another order, at every depth', async () => {
    const [first, again] = [
      await repeat('order', {
        name: 'Ordered',
        criteria: { price: { min: 1, max: 2 }, children: [{ rooms: { rooms: { min: 1, max: 4 } } }] },
        active: true,
      }),
      await repeat('order', {
        active: true,
        criteria: { children: [{ rooms: { rooms: { max: 4, min: 1 } } }], price: { max: 2, min: 1 } },
        name: 'Ordered',
      }),
    ];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(await made('Ordered')).toBe(1);
    // The order of a list says something.
    const lists = [
      [1, 0],
      [0, 1],
    ].map((included) => ({ name: 'Listed', criteria: { propertyType: { included } } }));
    expect((await repeat('list', lists[0])).status).toBe(201);
    expect(violatedPaths(await repeat('list', lists[1]))).toEqual(['Idempotency-Key']);
  });

  it('makes one alert however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => repeat('k2', { ...body, name: 'At once' })));
    expect(await made('At once')).toBe(1);
    const kinds = new Set(answers.map(({ status }) => status));
    expect([...kinds].every((status) => status === 201 || status === 409)).toBe(true);
    const ids = answers.filter(({ status }) => status === 201).map((answer) => answer.body.id as string);
    expect(new Set(ids).size).toBe(1);
    expect((await repeat('k2', { ...body, name: 'At once' })).body.id).toBe(ids[0]);
  });

  it('is told while the first one is under way', async () => {
    const [{ account_id: accountId }] = (await api.database.query<{ account_id: string }>(
      `select id as account_id from account where name = 'Spec & Co'`,
    )) as [{ account_id: string }];
    await api.database.transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        JSON.stringify([accountId, 'POST /alerts', 'k3']),
      ]);
      const answer = await repeat('k3', { ...body, name: 'Waiting' });
      expectProblem(answer, 409, 'conflict');
      expect(answer.headers.get('retry-after')).toBe('1');
    });
    expect((await repeat('k3', { ...body, name: 'Waiting' })).status).toBe(201);
    expect(await made('Waiting')).toBe(1);
  });

  it('may be corrected under the same key, since a refusal is not kept', async () => {
    expect(violatedPaths(await repeat('k4', { ...body, name: '' }))).toEqual(['name']);
    expect((await repeat('k4', { ...body, name: 'Corrected' })).status).toBe(201);
  });

  it('is a new one after a day', async () => {
    const first = await repeat('k5', body);
    await api.database.query(
      `update idempotent_request set created_at = created_at - interval '24 hours' where idempotency_key = 'k5'`,
    );
    const next = await repeat('k5', { ...body, name: 'Next day' });
    expect([next.status, next.body.id === first.body.id]).toEqual([201, false]);
    expect((await repeat('k5', { ...body, name: 'Next day' })).body.id).toBe(next.body.id);
  });

  it('keeps its answer sealed', async () => {
    const { body: alert } = await repeat('k6', body);
    const [row] = await api.database.query<{ answer: Buffer }>(
      `select answer from idempotent_request where idempotency_key = 'k6'`,
    );
    expect(row!.answer.includes(alert.id)).toBe(false);
  });

  it('has a key of 1 to 255 printable characters', async () => {
    for (const key of ['x'.repeat(256), 'caf\u00e9', 'a\tb'])
      expect(violatedPaths(await repeat(key, body))).toEqual(['Idempotency-Key']);
    expect((await repeat('x'.repeat(255), body)).status).toBe(201);
  });
});
