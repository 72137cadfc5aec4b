import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';
import { MARKET, MARKET_DIVISIONS } from '../testing/sample-market.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.loadDivisions(MARKET_DIVISIONS);
  await api.ingest(MARKET);
}, 60_000);
afterAll(() => api.stop());

interface Group {
  group: Record<string, string | number | null>;
  metrics: Record<string, number | null>;
}

const ask = (query: string, headers: Record<string, string> = {}): Promise<Answer> =>
  api.ask('GET', `/analytics/listings${query}`, { headers });

async function groups(query: string): Promise<Group[]> {
  const { status, body } = await ask(query);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.data;
}

const CREATED = ['2026-03-02T10:00:00.000Z'] as const;
const FLAT = { sample_size: 4, min_event_at: CREATED[0], max_event_at: '2026-07-01T10:00:00.000Z' };
const HOUSE = { sample_size: 1, min_event_at: '2026-03-08T23:59:59.999Z', max_event_at: '2026-03-08T23:59:59.999Z' };
const LAND = { sample_size: 1, min_event_at: '2025-12-31T23:00:00.000Z', max_event_at: '2025-12-31T23:00:00.000Z' };
const SHOP = { sample_size: 1, min_event_at: '2026-03-09T00:00:00.000Z', max_event_at: '2026-03-09T00:00:00.000Z' };
const NOTHING = { sample_size: 0, min_event_at: null, max_event_at: null };

it('answers the number of events per day where nothing is asked for', async () => {
  const { status, headers, body } = await ask('');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body).toEqual({
    meta: { sample_size: 7, min_event_at: LAND.min_event_at, max_event_at: FLAT.max_event_at },
    data: ['2025-12-31', '2026-03-02', '2026-03-08', '2026-03-09', '2026-03-12', '2026-04-01', '2026-07-01'].map(
      (day) => ({ group: { time_bucket: `${day}T00:00:00.000Z` }, metrics: { count: 1 } }),
    ),
  });
});

describe('filters', () => {
  it.each<[query: string, meta: object]>([
    ['property_type=FLAT', FLAT],
    ['property_type=APARTMENT', FLAT],
    ['property_type=1', HOUSE],
    [
      'property_type=HOUSE&property_type=SHOP',
      { sample_size: 2, min_event_at: HOUSE.min_event_at, max_event_at: SHOP.max_event_at },
    ],
    [
      'property_type[]=HOUSE&property_type[]=SHOP',
      { sample_size: 2, min_event_at: HOUSE.min_event_at, max_event_at: SHOP.max_event_at },
    ],
    ['property_type=HOUSE,SHOP', { sample_size: 2, min_event_at: HOUSE.min_event_at, max_event_at: SHOP.max_event_at }],
    [
      'property_type[]=HOUSE,SHOP&property_type=HOUSE',
      { sample_size: 2, min_event_at: HOUSE.min_event_at, max_event_at: SHOP.max_event_at },
    ],
    ['property_type=OFFICE', NOTHING],
    ['transaction_type=RENT', HOUSE],
    ['transaction_type=SELL&property_type=HOUSE', NOTHING],
    ['city_id=75056', FLAT],
    ['city_id=75056,69123&transaction_type=RENT', HOUSE],
    ['city_id=4', NOTHING],
    ['district_id=910000011', FLAT],
    ['district_id=910000012', NOTHING],
    ['neighborhood_id=950000001', FLAT],
    ['neighborhood_id=69123', NOTHING],
    [
      'event_type=EXPIRED',
      { sample_size: 1, min_event_at: '2026-04-01T10:00:00.000Z', max_event_at: '2026-04-01T10:00:00.000Z' },
    ],
    [
      'event_type=UPDATED,REACTIVATED',
      { sample_size: 2, min_event_at: '2026-03-12T22:00:00.000Z', max_event_at: '2026-07-01T10:00:00.000Z' },
    ],
    ['event_type=CREATED&city_id=75056', { sample_size: 1, min_event_at: CREATED[0], max_event_at: CREATED[0] }],
    [
      'event_at_from=2026-07-01T10:00:00Z',
      { sample_size: 1, min_event_at: FLAT.max_event_at, max_event_at: FLAT.max_event_at },
    ],
    ['event_at_from=2026-07-01T10:00:00.001Z', NOTHING],
    ['event_at_to=2025-12-31T23:00:00Z', LAND],
    ['event_at_to=2026-01-01T00:59:59%2B02:00', NOTHING],
    ['event_at_to=2026-01-01T01:00:00+02:00', LAND],
    ['event_at_from=2026-03-08T23:59:59.999Z&event_at_to=2026-03-08T23:59:59.999Z', HOUSE],
    ['price_min=200000', { sample_size: 2, min_event_at: CREATED[0], max_event_at: SHOP.max_event_at }],
    ['price_max=1500', HOUSE],
    ['price_max=1499.99', NOTHING],
    [
      'price_min=1e5&price_max=199999',
      { sample_size: 3, min_event_at: '2026-03-12T22:00:00.000Z', max_event_at: FLAT.max_event_at },
    ],
    ['area_min=100.5', LAND],
    ['area_max=50', { sample_size: 3, min_event_at: CREATED[0], max_event_at: '2026-04-01T10:00:00.000Z' }],
    ['area_min=100&area_max=100', HOUSE],
    ['rooms_min=5', HOUSE],
    ['rooms_min=4&rooms_max=4', SHOP],
    ['rooms_max=1', NOTHING],
    ['bedrooms_min=3', HOUSE],
    ['bedrooms_max=1', { sample_size: 3, min_event_at: CREATED[0], max_event_at: '2026-04-01T10:00:00.000Z' }],
    ['dpe_energy_rating=F', HOUSE],
    ['dpe_energy_rating=A,C', FLAT],
    ['publisher_type=REAL_ESTATE_AGENCY', FLAT],
    [
      'publisher_type=PRIVATE_INDIVIDUAL,COMMERCIAL_AGENT',
      { sample_size: 2, min_event_at: HOUSE.min_event_at, max_event_at: SHOP.max_event_at },
    ],
    ['lat_min=48.86', FLAT],
    ['lat_max=45.76', HOUSE],
    ['lng_min=4.84', HOUSE],
    ['lng_max=-1.1', LAND],
    [
      'lat_min=45.7&lat_max=45.9&lng_min=-2&lng_max=5',
      { sample_size: 2, min_event_at: LAND.min_event_at, max_event_at: HOUSE.max_event_at },
    ],
    [
      'property_type=FLAT&transaction_type=SELL&city_id=75056&event_type=UPDATED&price_max=190000&rooms_min=2&dpe_energy_rating=C',
      {
        sample_size: 1,
        min_event_at: '2026-03-12T22:00:00.000Z',
        max_event_at: '2026-03-12T22:00:00.000Z',
      },
    ],
  ])('%s', async (query, meta) => {
    const { status, body } = await ask(`?${query}`);
    expect({ status, meta: body.meta }).toEqual({ status: 200, meta });
    expect((body.data as Group[]).reduce((sum, { metrics }) => sum + metrics.count!, 0)).toBe(body.meta.sample_size);
  });
});

describe('group columns', () => {
  it.each<[column: string, counts: [value: string | number | null, count: number][]]>([
    [
      'property_type',
      [
        ['FLAT', 4],
        ['HOUSE', 1],
        ['SHOP', 1],
      ],
    ],
    [
      'transaction_type',
      [
        ['SELL', 5],
        ['RENT', 1],
      ],
    ],
    [
      'event_type',
      [
        ['CREATED', 3],
        ['UPDATED', 1],
        ['EXPIRED', 1],
        ['REACTIVATED', 1],
      ],
    ],
    [
      'city_id',
      [
        [69_123, 1],
        [75_056, 4],
        [null, 1],
      ],
    ],
    [
      'district_id',
      [
        [910_000_011, 4],
        [null, 2],
      ],
    ],
    [
      'neighborhood_id',
      [
        [950_000_001, 4],
        [null, 2],
      ],
    ],
    [
      'dpe_energy_rating',
      [
        ['C', 4],
        ['F', 1],
        [null, 1],
      ],
    ],
    [
      'dpe_ghg_rating',
      [
        ['D', 4],
        ['G', 1],
        [null, 1],
      ],
    ],
    [
      'publisher_type',
      [
        ['PRIVATE_INDIVIDUAL', 1],
        ['REAL_ESTATE_AGENCY', 4],
        ['COMMERCIAL_AGENT', 1],
      ],
    ],
    [
      'price_currency',
      [
        ['CHF', 1],
        ['EUR', 5],
      ],
    ],
    [
      'transaction_status',
      [
        ['AVAILABLE', 3],
        ['UNDER_OFFER', 1],
        [null, 2],
      ],
    ],
    [
      'sale_type',
      [
        ['STANDARD', 4],
        ['LIFE_ANNUITY', 1],
        [null, 1],
      ],
    ],
    [
      'mandate_type',
      [
        ['NON_EXCLUSIVE', 1],
        ['EXCLUSIVE', 4],
        [null, 1],
      ],
    ],
    [
      'condition',
      [
        ['NEW', 1],
        ['GOOD', 3],
        ['TO_RENOVATE', 1],
        [null, 1],
      ],
    ],
    [
      'location_accuracy',
      [
        ['PRECISE', 1],
        ['STREET', 4],
        [null, 1],
      ],
    ],
    [
      'heating_system',
      [
        ['BOILER', 1],
        ['HEAT_PUMP', 4],
        [null, 1],
      ],
    ],
    [
      'energy_carrier',
      [
        ['GAS', 1],
        ['ELECTRICITY', 4],
        [null, 1],
      ],
    ],
  ])('%s', async (column, counts) => {
    expect(await groups(`?group_by=${column}&time_bucket=year&event_at_from=2026-01-01T00:00:00Z`)).toEqual(
      counts.map(([value, count]) => ({
        group: { [column]: value, time_bucket: '2026-01-01T00:00:00.000Z' },
        metrics: { count },
      })),
    );
  });

  it('source_id, which is the id of a source', async () => {
    const { body: sources } = await api.ask('GET', '/sources');
    const counts = new Map(
      (await groups('?group_by=source_id&time_bucket=year&event_at_from=2026-01-01T00:00:00Z')).map(
        ({ group, metrics }) => [group.source_id, metrics.count],
      ),
    );
    expect(sources.map(({ id, name }: { id: string; name: string }) => [name, counts.get(id)])).toEqual([
      ['Agency', 2],
      ['Portal', 4],
    ]);
  });

  it('several at once, in three spellings', async () => {
    const expected = [
      [{ event_type: 'CREATED', city_id: 75_056, time_bucket: '2026-01-01T00:00:00.000Z' }, 1],
      [{ event_type: 'UPDATED', city_id: 75_056, time_bucket: '2026-01-01T00:00:00.000Z' }, 1],
      [{ event_type: 'EXPIRED', city_id: 75_056, time_bucket: '2026-04-01T00:00:00.000Z' }, 1],
      [{ event_type: 'REACTIVATED', city_id: 75_056, time_bucket: '2026-07-01T00:00:00.000Z' }, 1],
    ];
    for (const spelling of [
      'group_by=event_type&group_by=city_id',
      'group_by[]=event_type&group_by[]=city_id',
      'group_by=event_type,city_id',
    ]) {
      const found = await groups(`?property_type=FLAT&time_bucket=quarter&${spelling}`);
      expect(found.map(({ group, metrics }) => [group, metrics.count])).toEqual(expected);
      expect(Object.keys(found[0]!.group)).toEqual(['event_type', 'city_id', 'time_bucket']);
    }
  });
});

describe('time buckets start in UTC', () => {
  it.each<[bucket: string, counts: [start: string, count: number][]]>([
    [
      'day',
      [
        ['2025-12-31', 1],
        ['2026-03-02', 1],
        ['2026-03-08', 1],
        ['2026-03-09', 1],
        ['2026-03-12', 1],
        ['2026-04-01', 1],
        ['2026-07-01', 1],
      ],
    ],
    [
      'week',
      [
        ['2025-12-29', 1],
        ['2026-03-02', 2],
        ['2026-03-09', 2],
        ['2026-03-30', 1],
        ['2026-06-29', 1],
      ],
    ],
    [
      'month',
      [
        ['2025-12-01', 1],
        ['2026-03-01', 4],
        ['2026-04-01', 1],
        ['2026-07-01', 1],
      ],
    ],
    [
      'quarter',
      [
        ['2025-10-01', 1],
        ['2026-01-01', 4],
        ['2026-04-01', 1],
        ['2026-07-01', 1],
      ],
    ],
    [
      'year',
      [
        ['2025-01-01', 1],
        ['2026-01-01', 6],
      ],
    ],
  ])('%s', async (bucket, counts) => {
    const expected = counts.map(([start, count]) => ({
      group: { time_bucket: `${start}T00:00:00.000Z` },
      metrics: { count },
    }));
    expect(await groups(`?time_bucket=${bucket}`)).toEqual(expected);
  });
});

describe('metrics of the four events of the flat', () => {
  it.each<[field: string, values: { avg: number; median: number; min: number; max: number; p25: number; p90: number }]>(
    [
      ['price', { avg: 182_000, median: 182_000, min: 172_000, max: 192_000, p25: 179_500, p90: 189_000 }],
      ['price_displayed', { avg: 190_000, median: 190_000, min: 180_000, max: 200_000, p25: 187_500, p90: 197_000 }],
      ['price_per_sqm', { avg: 3_650, median: 3_800, min: 3_000, max: 4_000, p25: 3_600, p90: 3_940 }],
      ['area', { avg: 46.5, median: 46, min: 46, max: 48, p25: 46, p90: 47.4 }],
      ['area_displayed', { avg: 52.5, median: 50, min: 50, max: 60, p25: 50, p90: 57 }],
      ['rooms', { avg: 2.25, median: 2, min: 2, max: 3, p25: 2, p90: 2.7 }],
      ['bedrooms', { avg: 1.25, median: 1, min: 1, max: 2, p25: 1, p90: 1.7 }],
      ['days_between_events', { avg: 121 / 3, median: 19.5, min: 10.5, max: 91, p25: 15, p90: 76.7 }],
    ],
  )('%s', async (field, { avg, median, min, max, p25, p90 }) => {
    const asked = [
      'count',
      `avg:${field}`,
      `median:${field}`,
      `min:${field}`,
      `max:${field}`,
      `percentile:${field}:25`,
      `percentile:${field}:90.0`,
      `percentile:${field}:100`,
    ];
    const [only, ...others] = await groups(`?property_type=FLAT&time_bucket=year&metrics=${asked.join(',')}`);
    expect(others).toEqual([]);
    expect(Object.keys(only!.metrics)).toEqual(asked);
    const expected = [4, avg, median, min, max, p25, p90, max];
    asked.forEach((name, i) => expect(only!.metrics[name]).toBeCloseTo(expected[i]!, 9));
  });

  it('of several fields at once, in three spellings', async () => {
    const expected = {
      'percentile:price:50': 182_000,
      'avg:rooms': 2.25,
      'percentile:area:0.5': 46,
      'median:price': 182_000,
    };
    const names = Object.keys(expected);
    for (const spelling of [
      `metrics=${names.join(',')}`,
      names.map((name) => `metrics=${name}`).join('&'),
      names.map((name) => `metrics[]=${name}`).join('&'),
    ]) {
      expect((await groups(`?property_type=FLAT&time_bucket=year&${spelling}`)).map(({ metrics }) => metrics)).toEqual([
        expected,
      ]);
    }
  });
});

describe('values that adverts do not state', () => {
  it('make a metric null, and are left out of it where others do', async () => {
    const found = await groups(
      '?time_bucket=year&group_by=property_type&metrics=count,avg:price,median:price,max:price_per_sqm,percentile:bedrooms:75,min:days_between_events&transaction_type=SELL',
    );
    expect(found.map(({ group, metrics }) => [group.property_type, ...Object.values(metrics)])).toEqual([
      ['LAND', 1, null, null, null, null, null],
      ['FLAT', 4, 182_000, 182_000, 4_000, 1.25, 10.5],
      ['SHOP', 1, 300_000, 300_000, null, null, null],
    ]);
    const [together] = await groups(
      '?time_bucket=year&event_type=CREATED&event_at_from=2026-01-01T00:00:00Z&metrics=count,avg:price_per_sqm,avg:area',
    );
    expect(together!.metrics).toEqual({ count: 3, 'avg:price_per_sqm': (4_000 + 15) / 2, 'avg:area': 74 });
  });

  it('nothing at all has no groups', async () => {
    const { body } = await ask('?city_id=1&metrics=count,median:price');
    expect(body).toEqual({ meta: NOTHING, data: [] });
  });
});

describe('as CSV', () => {
  it('a line of names, then a line per group, missing values empty', async () => {
    const { status, headers, body } = await ask(
      '?time_bucket=year&group_by=property_type,city_id&metrics=count,percentile:price:90',
      { accept: 'text/csv' },
    );
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'Accept',
    ]);
    expect(body).toBe(
      [
        'property_type,city_id,time_bucket,count,percentile:price:90',
        'LAND,,2025-01-01T00:00:00.000Z,1,',
        'FLAT,75056,2026-01-01T00:00:00.000Z,4,189000',
        'HOUSE,69123,2026-01-01T00:00:00.000Z,1,1500',
        'SHOP,,2026-01-01T00:00:00.000Z,1,300000',
        '',
      ].join('\r\n'),
    );
  });

  it('is not what a caller without a preference gets', async () => {
    expect((await ask('', { accept: '*/*' })).body.meta.sample_size).toBe(7);
    expectProblem(await ask('', { accept: 'text/html' }), 406, 'not-acceptable');
    expectProblem(await ask('?time_bucket=hour', { accept: 'text/csv' }), 422, 'validation-failed');
  });
});

it('is for both roles, and for nobody without a key', async () => {
  expect(
    (await api.ask('GET', '/analytics/listings', { key: await api.makeKey({ role: 'ROLE_SAAS_USER' }) })).body.meta
      .sample_size,
  ).toBe(7);
  expectProblem(await api.ask('GET', '/analytics/listings', { key: null }), 401, 'unauthorized');
});
