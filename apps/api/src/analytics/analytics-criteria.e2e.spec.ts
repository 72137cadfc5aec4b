import { matchCriteria, parseCriteria } from '@gable/domain/criteria';
import type { KnownListing, Listing, ListingPast } from '@gable/domain/listing';
import { RollupStore } from '@gable/persistence/analytics';
import { generateMarket, ingestFeed, loadDivisions } from '@gable/testing';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';

let api: ApiUnderTest;

beforeAll(async () => (api = await ApiUnderTest.start({ rateLimitPerMinute: 0 })), 60_000);
afterAll(() => api.stop());

const ask = (query: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  api.ask('POST', `/analytics/listings${query}`, { body, headers });

async function sampleSize(query: string, criteria: object): Promise<number> {
  const { status, body } = await ask(query, { criteria });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.meta.sample_size;
}

const rejectFile = { path: null, write: () => Promise.resolve(), close: () => Promise.resolve() };
const bytes = (lines: readonly string[]) => Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);

async function ingest(lines: readonly string[]): Promise<void> {
  expect(await ingestFeed(api.database, bytes(lines), { rejectFile })).toMatchObject({ rejected: 0 });
}

const line = (day: number, more: object): string =>
  JSON.stringify({
    source: { domain: 'story.example', name: 'Story' },
    externalId: 'told',
    observedAt: `2019-03-0${day}T00:00:00.000Z`,
    status: 'ONLINE',
    currency: 'EUR',
    transactionType: 'SELL',
    propertyType: 'FLAT',
    ...more,
  });

describe('a listing whose price and texts change', () => {
  const MARCH = '?event_at_from=2019-03-01&event_at_to=2019-03-31';
  beforeAll(() =>
    ingest([
      line(1, { price: 300_000, title: 'Loft with a terrace', features: { terrace: true } }),
      line(2, { price: 240_000, title: 'Loft with a terrace', features: { terrace: true } }),
      line(3, { price: 240_000, title: 'Bright loft' }),
      line(4, { status: 'OFFLINE' }),
    ]),
  );

  it.each<[says: string, criteria: object, events: number]>([
    ['counts every event where nothing is asked', {}, 4],
    ['counts the events since it was as cheap', { price: { max: 250_000 } }, 3],
    ['counts the event of the time when it was dearer', { price: { min: 250_001 } }, 1],
    ['counts the events of the time when its text said a word', { text: { all: ['terrace'] } }, 2],
    ['counts the events of the time when its text said a phrase', { text: { all: ['a terrace'], in: ['title'] } }, 2],
    ['counts the events since its text says a word no more', { text: { none: ['terrace'] } }, 2],
    ['counts the events since its text says another', { text: { any: ['brigh*', 'nothing'] } }, 2],
    ['counts the events of the time when it had a terrace', { unit: { terrace: { value: true } } }, 2],
    ['counts the events since its price was cut', { priceCut: { percent: { min: 20 } } }, 3],
    [
      'counts what either side of the tree finds',
      {
        operator: 'OR',
        children: [{ price: { min: 250_001 } }, { text: { all: ['bright'] } }],
      },
      3,
    ],
  ])('%s', async (_, criteria, events) => expect(await sampleSize(MARCH, criteria)).toBe(events));

  it('holds query parameters beside the tree', async () =>
    expect(await sampleSize(`${MARCH}&event_type=EXPIRED`, { text: { all: ['bright'] } })).toBe(1));

  it('answers as CSV', async () => {
    const { status, body } = await ask(
      `${MARCH}&time_bucket=month`,
      { criteria: { price: { max: 250_000 } } },
      { accept: 'text/csv' },
    );
    expect({ status, body }).toEqual({ status: 200, body: 'time_bucket,count\r\n2019-03-01T00:00:00.000Z,3\r\n' });
  });

  it('says so while a worker has not yet brought former states up to date', async () => {
    const plain = await ask(MARCH, { criteria: { price: { max: 1 } } });
    expect(plain.headers.get('gable-warnings')).toBeNull();
    const other = await ApiUnderTest.start({ rateLimitPerMinute: 0 });
    try {
      await other.ingest([JSON.parse(line(1, { price: 1 })) as object]);
      await other.database.query('update listing set derivation = 0');
      const { headers } = await other.ask('POST', '/analytics/listings', { body: { criteria: { price: { max: 1 } } } });
      expect(headers.get('gable-warnings')).toContain('criteria: events from before the last update');
    } finally {
      await other.stop();
    }
  });
});

it.each<[body: unknown, query: string, paths: string[]]>([
  [{}, '', ['criteria']],
  [{ criteria: null }, '', ['criteria']],
  [{ criteria: {}, criterion: 1 }, '', ['criterion']],
  [{ criteria: { prise: { max: 1 } } }, '?metric=count', ['metric', 'criteria.prise']],
  [{ criteria: { price: { max: 'a' } } }, '', ['criteria.price.max']],
])('refuses %j with "%s"', async (body, query, paths) => {
  const answer = await ask(query, body);
  expectProblem(answer, 422, 'validation-failed');
  expect(answer.body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual(paths);
});

const TREES: readonly object[] = [
  { price: { max: 300_000 } },
  { price: { max: 300_000, allowNull: true } },
  { transactionType: { value: 'SELL' }, propertyType: { included: ['FLAT'] } },
  { propertyType: { excluded: ['FLAT'] }, rooms: { min: 3 } },
  { priceCut: { amount: { min: 1 } } },
  { lastPriceCut: { percent: { max: 0 } } },
  { pricePerSquareMeter: { max: 4_000 } },
  { energy: { dpe: { max: 'C' } } },
  { operator: 'OR', children: [{ rooms: { max: 2 } }, { area: { min: 100 } }] },
  { publisher: { type: { excluded: ['PRIVATE_INDIVIDUAL'] } }, firstSeenAt: { min: '2019-02-01' } },
];

it('counts, in a market of many sources, the events whose state the matcher lets through, also of months summed up', async () => {
  const { divisions, lines } = generateMarket(23, 400);
  await loadDivisions(api.database, bytes(divisions), { rejectFile: '/dev/null' });
  await ingest(lines);
  const rollups = new RollupStore(api.database);
  await rollups.listLarge(5);
  await rollups.rollUpAll();
  const events = await api.database.query<{ state: Listing; past: ListingPast; sourceId: string }>(`
    select state, past, source_id as "sourceId"
    from market_event join listing_revision using (listing_id, revision_id)
    join listing_state using (listing_id, revision_id)`);
  const cities = (
    await api.database.query<{ id: number }>(
      'select id from division where id in (select city_id from market_event) order by id',
    )
  ).map(({ id }) => id);
  expect(cities.length).toBeGreaterThan(1);
  // The API reads the list of divisions once a second at most, and has just read it for another test.
  const last = { location: { includedDivisionIds: [cities.at(-1)] } };
  while ((await ask('', { criteria: last })).status === 422) await sleep(50);
  const trees = [...TREES, ...cities.map((id) => ({ location: { includedDivisionIds: [id] }, price: { min: 1 } }))];
  let counted = 0;
  for (const tree of trees) {
    const parsed = parseCriteria(tree, {
      mode: 'advanced',
      path: '',
      places: {
        knowsDivision: () => true,
        shape: () => undefined,
        positionsOfShape: () => undefined,
        source: () => undefined,
      },
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.violations));
    const meets = events.filter(({ state, past, sourceId }) => {
      const listing: KnownListing = { ...state, past, sourceId };
      return matchCriteria(parsed.value, listing);
    });
    counted += meets.length;
    expect({ tree, events: await sampleSize('?time_bucket=month', tree) }).toEqual({ tree, events: meets.length });
  }
  expect(counted).toBeGreaterThan(events.length);
}, 60_000);
