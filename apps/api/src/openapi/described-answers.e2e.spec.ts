import { recordEvent } from '../testing/record-event.js';
import { sampleHome } from '../testing/sample-homes.js';
import { startDescribedApi, type DescribedApi } from '../testing/described-api.js';

let api: DescribedApi['api'];
let document: DescribedApi['document'];
let validatorOf: DescribedApi['validatorOf'];

beforeAll(async () => {
  ({ api, document, validatorOf } = await startDescribedApi());
}, 60_000);
afterAll(() => api.stop());

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
