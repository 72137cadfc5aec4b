import { WHOLE_LISTING } from '@gable/domain/testing';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { recordEvent } from '../testing/record-event.js';
import { SAMPLE_DIVISIONS, SOURCE } from '../testing/sample-homes.js';

const { location: _location, ...stated } = WHOLE_LISTING;
const place = { lat: 45.7, lng: 4.8, accuracy: 'STREET', postalCode: '69004', cityId: 69_123 };
/** Everything a feed can state; numbers that have to be whole, codes and addresses are real ones. */
const whole = {
  source: SOURCE,
  externalId: 'whole',
  observedAt: '2026-03-01T10:00:00.000Z',
  status: 'ONLINE',
  ...stated,
  currency: 'EUR',
  url: 'https://homes.example/adverts/whole',
  pictures: ['https://homes.example/whole.jpg'],
  location: place,
};
const AS_STATED = [
  'publishedAt',
  'transactionStatus',
  'saleType',
  'mandateType',
  'condition',
  'pricing',
  'areas',
  'features',
  'building',
  'energy',
  'publisher',
] as const;
/** As answers show it, beside what is flat in them. */
const shownAsStated = (state: typeof whole) => ({
  ...Object.fromEntries(AS_STATED.map((name) => [name, state[name]])),
  externalId: 'whole',
  postalCode: '69004',
  cityName: 'Lyon',
  divisionIds: [69_123, 900_000_001],
  source: { id: expect.any(String), ...SOURCE },
});
const ABSENT = '0199a1b2-0000-7000-8000-000000000001';

let api: ApiUnderTest;
let propertyId: string;
let listingId: string;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(SAMPLE_DIVISIONS);
  await api.ingest([whole]);
  await api.ingest([{ ...whole, observedAt: '2026-03-02T10:00:00.000Z', price: 90, condition: 'GOOD' }]);
  await api.ingest([{ ...whole, observedAt: '2026-03-03T10:00:00.000Z', status: 'OFFLINE' }]);
  const [row] = await api.database.query<{ id: string; property_id: string }>('select id, property_id from listing');
  ({ id: listingId, property_id: propertyId } = row!);
}, 60_000);
afterAll(() => api.stop());

describe('GET /listings/{id}', () => {
  it('answers every attribute that was stored, and which state it is', async () => {
    const { status, body } = await api.ask('GET', `/listings/${listingId.toUpperCase()}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        ...shownAsStated({ ...whole, condition: 'GOOD' }),
        uuid: listingId,
        propertyId,
        price: 90,
        revisionId: 3,
        status: 'OFFLINE',
        observedAt: '2026-03-03T10:00:00.000Z',
      },
    });
  });

  it.each(['none', ABSENT, "'; drop table listing; --"])('is 404 of %s', async (id) => {
    for (const path of ['', '/revisions', '/revisions/1'])
      expectProblem(await api.ask('GET', `/listings/${encodeURIComponent(id)}${path}`), 404, 'not-found');
  });
});

describe('GET /listings/{id}/revisions', () => {
  it('answers every state in full, the first included, with the count', async () => {
    const { status, headers, body } = await api.ask('GET', `/listings/${listingId}/revisions`);
    expect({ status, total: headers.get('x-total-count') }).toEqual({ status: 200, total: '3' });
    expect(body).toMatchObject([
      { ...shownAsStated(whole), revisionId: 1, status: 'ONLINE', price: whole.price, uuid: listingId },
      { ...shownAsStated({ ...whole, condition: 'GOOD' }), revisionId: 2, status: 'ONLINE', price: 90 },
      { ...shownAsStated({ ...whole, condition: 'GOOD' }), revisionId: 3, status: 'OFFLINE', price: 90 },
    ]);
    const each = await Promise.all(
      [1, 2, 3].map(async (n) => (await api.ask('GET', `/listings/${listingId}/revisions/${n}`)).body as unknown),
    );
    expect(each).toEqual(body);
  });

  it('is paged as every collection', async () => {
    for (let day = 1; day <= 31; day += 1) {
      const observedAt = new Date(Date.UTC(2026, 3, day)).toISOString();
      await api.ingest([{ ...whole, externalId: 'busy', url: undefined, floor: day, observedAt }]);
    }
    const [busy] = await api.database.query<{ id: string }>(`select id from listing where external_id = 'busy'`);
    const path = `/listings/${busy!.id}/revisions`;
    const pages = await Promise.all([1, 2, 3].map((page) => api.ask('GET', `${path}?page=${page}&fields=floor`)));
    expect(pages.map(({ body }) => (body as object[]).length)).toEqual([30, 1, 0]);
    expect(pages[1]!.body).toEqual([{ floor: 31 }]);
    expect(pages[0]!.headers.get('link')).toContain(`<${path}?fields=floor&page=2>; rel="next"`);
    expect(violatedPaths(await api.ask('GET', `${path}?page=0`))).toEqual(['page']);
  }, 60_000);

  it.each(['0', '4', '-1', '1.5', 'x', '01', '99999999999999999999'])('is 404 of revision %s', async (number) =>
    expectProblem(await api.ask('GET', `/listings/${listingId}/revisions/${number}`), 404, 'not-found'),
  );
});

describe('an event', () => {
  it('carries the state that made it, and alone the property too', async () => {
    const alert = (await api.ask('POST', '/alerts', { body: { name: 'All', criteria: { price: { min: 1 } } } })).body;
    const id = await recordEvent(api.database, { alertId: alert.id as string, externalId: 'whole', revisionId: 1 });
    const read = await api.ask('GET', `/alerts/${alert.id}/events/${id}`);
    const property = (await api.ask('GET', `/properties/${propertyId}`)).body as object;
    expect(read.body).toMatchObject({
      listing: { ...shownAsStated(whole), price: whole.price, condition: whole.condition },
      property: { expired: [{ ...shownAsStated({ ...whole, condition: 'GOOD' }), price: 90 }] },
    });
    expect(read.body.property).toEqual(property);
    const { property: _property, ...listed } = read.body;
    expect((await api.ask('GET', `/alerts/${alert.id}/events`)).body).toEqual([listed]);
    const trimmed = await api.ask('GET', `/alerts/${alert.id}/events/${id}?fields=id,listing.price,property.uuid`);
    expect(trimmed.body).toEqual({ id, listing: { price: whole.price }, property: { uuid: propertyId } });
    const changed = await recordEvent(api.database, {
      alertId: alert.id as string,
      externalId: 'whole',
      revisionId: 2,
    });
    const inside = await api.ask('GET', `/alerts/${alert.id}/events/${changed}?fields=change.attribute,change.new`);
    expect(inside.body).toEqual({
      change: [
        { attribute: 'price', new: 90 },
        { attribute: 'condition', new: 'GOOD' },
      ],
    });
  });
});

describe('fields', () => {
  const path = () => `/listings/${listingId}`;

  it('trims an answer to the names asked for, inside objects too', async () => {
    const { body } = await api.ask('GET', `${path()}?fields=revisionId,price&fields=energy.dpe`);
    expect(body).toEqual({ price: 90, energy: { dpe: whole.energy!.dpe }, revisionId: 3 });
  });

  it.each([
    ['prize', 'fields[0]', 'price'],
    ['price,energy.dep', 'fields[1]', 'energy.dpe'],
    ['constructor', 'fields[0]', 'is not a field of this response'],
    ['', 'fields[0]', 'is not a field of this response'],
    ['price.amount', 'fields[0]', 'is not a field of this response'],
  ])('refuses %s and says what was probably meant', async (fields, where, hint) => {
    const answer = await api.ask('GET', `${path()}?fields=${fields}`);
    expect(violatedPaths(answer)).toEqual([where]);
    expect(answer.body.violations[0].message).toContain(hint);
  });

  it('trims pages of a search in both shapes, keeps the next body and leads a cursor on', async () => {
    await api.ingest([{ ...whole, observedAt: '2026-05-01T10:00:00.000Z' }]);
    const fields = ['uuid', 'listings.price', 'title', 'listings.features.garden'];
    const start = { paginationType: 'cursor', size: 1, fields };
    const first = await api.search(start, { headers: { accept: 'application/vnd.api+json' } });
    expect(first.body.data[0]).toEqual({
      id: expect.any(String),
      type: 'PropertySearch',
      attributes: {
        uuid: expect.any(String),
        listings: expect.arrayContaining([
          { price: expect.any(Number), title: whole.title, features: { garden: true } },
        ]),
      },
    });
    const flat = await api.search({ size: 1, fields: ['minPrice'] }, { headers: { accept: 'application/json' } });
    expect(flat.body.items).toEqual([{ minPrice: expect.any(Number) }]);
    const next = { ...start, cursor: flat.body.cursor ?? first.body.meta.cursor, fields: ['uuid'] };
    if (first.body.meta.hasNextPage) {
      expect(first.body.meta.pagination.nextRequestBody.fields).toEqual(fields);
      expect((await api.search(next)).status).toBe(200);
    }
  });

  it.each([
    [['nope'], ['fields[0]']],
    [['uuid', 'listings.prize'], ['fields[1]']],
    [[1], ['fields[0]']],
    [[], ['fields']],
    ['uuid', ['fields']],
  ])('refuses fields %j in a search', async (fields, paths) =>
    expect(violatedPaths(await api.search({ fields }))).toEqual(paths),
  );
});
