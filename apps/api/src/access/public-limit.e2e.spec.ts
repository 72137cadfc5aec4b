import { ApiUnderTest } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';
import { DeclaredAccess } from './declared-access.js';
import { PublicLimit } from './public-limit.js';

/** So few that none is refilled while a slow machine runs a test. */
const PER_MINUTE = 1;
let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start({ publicRequestsPerMinute: PER_MINUTE });
}, 60_000);
afterAll(() => api.stop());

const statusesOf = async (address: string, count: number) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await api.ask('GET', address, { key: null })).status);
  return statuses;
};

it('knows every route that needs no key', () => {
  const routes = api.app
    .get(DeclaredAccess)
    .routes()
    .filter(({ access }) => access === 'public');
  const unlimited = routes.filter(({ path }) => PublicLimit.kindOf(path) === undefined);
  expect([routes.length, unlimited]).toEqual([11, []]);
  expect(PublicLimit.kindOf('/properties/:uuid')).toBeUndefined();
});

it('bounds what an address asks of each kind of them, and tells when to come back', async () => {
  for (const address of ['/metrics', '/openapi.json', '/u/nothing']) {
    const [first, second] = await statusesOf(address, 2);
    expect({ address, second }).toEqual({ address, second: 429 });
    expect(first).not.toBe(429);
  }
  const refused = await api.ask('GET', '/c/nothing', { key: null }); // the same kind as /u/…
  expectProblem(refused, 429, 'too-many-requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await api.ask('GET', '/docs', { key: null })).status).toBe(429);
});

it('leaves room for many probes', async () => {
  expect(await statusesOf('/health/ready', 10 * PER_MINUTE)).toEqual(Array(10 * PER_MINUTE).fill(200));
  let status = 200;
  while (status === 200) [status = 0] = await statusesOf('/health/live', 1); // the same kind
  expect(status).toBe(429);
});

it('does not bound routes with a key', async () => {
  for (let n = 0; n < 5; n += 1) expect((await api.ask('GET', '/sources')).status).toBe(200);
});

it('answers readiness from memory: questions cost the database nothing', async () => {
  const own = await ApiUnderTest.start({ publicRequestsPerMinute: 0 });
  await own.ask('GET', '/health/ready', { key: null });
  const statements = jest.spyOn(own.database, 'query');
  for (let n = 0; n < 500; n += 1) expect((await own.ask('GET', '/health/ready', { key: null })).status).toBe(200);
  const probes = statements.mock.calls.length;
  await own.stop();
  expect(probes).toBeLessThan(250); // one a second, however slow this machine is
}, 120_000);
