import http from 'node:http';
import { createMetrics } from '@gable/runtime';
import { PostgresSearch } from '@gable/search-postgres';
import { POOLS } from '../databases/pools.js';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';
import { AdmissionPools } from './admission-pools.js';
import { DeclaredPools } from './declared-pools.js';

let api: ApiUnderTest;
/** Searches that wait here until they are let on; those for page 2 wait for nobody. */
const held: (() => void)[] = [];
let begun = 0;
const metrics = createMetrics('api');

beforeAll(async () => {
  api = await ApiUnderTest.start({
    metrics,
    searchOver: (database) => {
      const engine = new PostgresSearch(database);
      const findPage = engine.findPage.bind(engine);
      return Object.assign(engine, {
        findPage: async (query: Parameters<typeof findPage>[0]) => {
          begun += 1;
          if (query.offset === 0) await new Promise<void>((resolve) => held.push(resolve));
          return findPage(query);
        },
      });
    },
  });
}, 60_000);
afterAll(() => api.stop());
afterEach(() => letOn());

function letOn(): void {
  for (let next = held.shift(); next; next = held.shift()) next();
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const waiting = () => api.app.get(AdmissionPools).of('search').waiting;

it('is declared by every route', () => {
  const pools = api.app
    .get(DeclaredPools)
    .routes()
    .map(({ method, path, admission }) => `${method} ${path} ${admission}`);
  const of = (admission: string) => pools.filter((route) => route.endsWith(` ${admission}`)).sort();
  expect(of('search')).toEqual([
    'GET /criteria/words search',
    'GET /listings/:id search',
    'GET /listings/:id/revisions search',
    'GET /listings/:id/revisions/:revisionId search',
    'GET /properties/:uuid/grouping search',
    'GET /properties/:uuid/history search',
    'GET /properties/search-by-url search',
    'GET /properties/tiles/:z/:x/:y.mvt search',
    'POST /properties search',
    'POST /properties/count search',
    'POST /properties/facets search',
    'POST /properties/map search',
    'POST /properties/tiles search',
  ]);
  expect(of('reads')).toEqual(['GET /properties/:uuid reads']);
  expect(of('analytics')).toEqual(['GET /analytics/listings analytics', 'POST /analytics/listings analytics']);
  expect(of('preview')).toEqual(['POST /alerts/preview preview']);
  expect(of('uploads')).toEqual(['POST /feeds/:domain uploads']);
  expect(of('listings')).toEqual([
    'DELETE /grouping-decisions/:uuid listings',
    'POST /grouping-decisions listings',
    'PUT /feeds/:domain/listings/:externalId listings',
  ]);
  expect(of('memory')).toEqual([
    'GET / memory',
    'GET /console memory',
    'GET /console/* memory',
    'GET /console/config.json memory',
    'GET /health/live memory',
    'GET /health/ready memory',
    'GET /metrics memory',
  ]);
  const apart = ['search', 'reads', 'analytics', 'preview', 'uploads', 'listings', 'memory'].flatMap(of);
  expect(apart).toHaveLength(pools.length - of('records').length);
});

it('answers others at once while one account fills its share and its queue, and refuses that one alone', async () => {
  const [loud, quiet] = [await api.makeKey({ account: 'Loud' }), await api.makeKey({ account: 'Quiet' })];
  const { slots, queueLength } = POOLS.search;
  const answers: Promise<Answer>[] = [];
  begun = 0;
  for (let n = 0; n < slots / 2 + queueLength; n += 1) answers.push(api.search({}, { key: loud }));
  await until(() => begun === slots / 2 && waiting() === queueLength);

  const refused = await api.search({}, { key: loud });
  expectProblem(refused, 429, 'too-many-requests');
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.body.detail).toBe(
    '100 searches of this account are already waiting. Wait 1 s, and send fewer at once.',
  );
  expect((await api.search({ page: 2 }, { key: quiet })).status).toBe(200);
  expect((await api.ask('GET', '/sources', { key: loud })).status).toBe(200); // another pool
  expect(begun).toBe(slots / 2 + 1);

  const finished = Promise.all(answers);
  const pump = setInterval(letOn, 1);
  expect((await finished).map(({ status }) => status)).toEqual(answers.map(() => 200));
  clearInterval(pump);
  const { body } = await api.ask('GET', '/metrics', { key: null });
  expect(body).toContain('gable_admission_refused_total{pool="search",reason="queue-full",process="api"} 1');
  expect(body).toContain('gable_admission_waiting{pool="search",process="api"} 0');
  expect(body).toContain('gable_admission_running{pool="search",process="api"} 0');
});

it('forgets who hangs up while waiting, and does none of its work', async () => {
  const key = await api.makeKey({ account: 'Impatient' });
  const { slots } = POOLS.search;
  begun = 0;
  const working = Array.from({ length: slots / 2 }, () => api.search({}, { key }));
  await until(() => begun === slots / 2);
  const left = Array.from({ length: 10 }, () => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const request = http.request(`${api.url}/properties`, { method: 'POST', agent: false, headers });
    return request.on('error', () => undefined).end('{}');
  });
  await until(() => waiting() === 10);
  for (const request of left) request.destroy();
  await until(() => waiting() === 0);
  letOn();
  expect((await Promise.all(working)).map(({ status }) => status)).toEqual(Array(slots / 2).fill(200));
  expect(begun).toBe(slots / 2);
});

it('gives its slot back when the work fails', async () => {
  const key = await api.makeKey({ account: 'Mistaken' });
  for (let n = 0; n < 3 * POOLS.search.slots; n += 1)
    expect((await api.ask('GET', '/properties/no-uuid', { key })).status).toBe(404);
  for (let n = 0; n < 3 * POOLS.search.slots; n += 1)
    expect((await api.search({ page: -1 }, { key })).status).toBe(422);
  expect(api.app.get(AdmissionPools).of('search').held).toBe(0);
});
