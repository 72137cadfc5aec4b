import { MAX_GROUPS } from '@gable/search-postgres';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.database.query(EVENTS, [MAX_GROUPS + 1]);
}, 60_000);
afterAll(() => api.stop());

describe('the limit of groups', () => {
  it('lets so many through and not one more, and names what made them', async () => {
    const { body } = await api.ask(
      'GET',
      `/analytics/listings?group_by=city_id&time_bucket=year&city_id=${cities(1, 1_000)}`,
    );
    expect(body.data).toHaveLength(1_000);
    const most = await api.ask('GET', '/analytics/listings?group_by=city_id&time_bucket=year&price_max=10000');
    expect([most.status, most.body.data.length, most.body.meta.sample_size]).toEqual([200, MAX_GROUPS, MAX_GROUPS]);
    const more = await api.ask('GET', '/analytics/listings?group_by=city_id&time_bucket=year');
    expect(violatedPaths(more)).toEqual(['group_by']);
    expect(more.body.violations[0].message).toMatch(/more than 10000 groups; narrow the question/);
  });

  it('counts groups, not events', async () => {
    const { body } = await api.ask('GET', '/analytics/listings?time_bucket=year&metrics=count,max:price');
    expect(body.data).toEqual([
      {
        group: { time_bucket: '2026-01-01T00:00:00.000Z' },
        metrics: { count: MAX_GROUPS + 1, 'max:price': MAX_GROUPS + 1 },
      },
    ]);
  });
});

describe('a question that the database does not answer in time', () => {
  it('is 503 with the time to come back, and the next one is answered', async () => {
    const holder = api.database.transaction(async (transaction) => {
      await transaction.query('lock table market_event in access exclusive mode');
      const answer = await api.ask('GET', '/analytics/listings?time_bucket=year');
      expectProblem(answer, 503, 'unavailable');
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.body.detail).toMatch(/took too long/);
    });
    await holder;
    expect((await api.ask('GET', '/analytics/listings?time_bucket=year')).status).toBe(200);
  }, 60_000);
});

const cities = (from: number, count: number): string => Array.from({ length: count }, (_, i) => from + i).join(',');

/** An event in each of so many cities, at a price that is the city's number. */
const EVENTS = `
  insert into market_event (listing_id, revision_id, property_id, source_id, event_type, event_at, city_id, price, price_displayed)
  select gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), 0, timestamptz '2026-03-01T10:00:00Z', n, n, n from generate_series(1, $1::integer) n`;
