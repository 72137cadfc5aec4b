import http from 'node:http';
import { PostgresSearch } from '@gable/search-postgres';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { AdmissionPools } from './admission-pools.js';

let api: ApiUnderTest;
/** Searches that wait here until they are let on; those for page 2 wait for nobody. */
const held: (() => void)[] = [];

beforeAll(async () => {
  const hold = () => new Promise<void>((resolve) => held.push(resolve));
  api = await ApiUnderTest.start({
    requestSlots: 4,
    searchOver: (database) => {
      const engine = new PostgresSearch(database);
      const findPage = engine.findPage.bind(engine);
      return Object.assign(engine, {
        findPage: async (query: Parameters<typeof findPage>[0]) => {
          if (query.offset === 0) await hold();
          return findPage(query);
        },
      });
    },
  });
}, 60_000);
afterEach(() => letOn());
afterAll(() => api.stop());

const letOn = (): void => held.splice(0).forEach((each) => each());

const pool = (name: 'search' | 'records' | 'shared') => api.app.get(AdmissionPools).of(name);
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

it('shares few slots between all pools: one account has half of them, whatever it asks for', async () => {
  const [loud, second, quiet] = [
    await api.makeKey({ account: 'Loud' }),
    await api.makeKey({ account: 'Second' }),
    await api.makeKey({ account: 'Quiet' }),
  ];
  const answers: Promise<Answer>[] = Array.from({ length: 4 }, () => api.search({}, { key: loud }));
  await until(() => held.length === 2 && pool('shared').waiting === 2);
  expect(pool('search').held).toBe(4);

  // Another pool has room for it, and yet it does not run.
  answers.push(api.ask('GET', '/sources', { key: loud }));
  await until(() => pool('records').held === 1 && pool('shared').waiting === 3);

  answers.push(...Array.from({ length: 2 }, () => api.search({}, { key: second })));
  await until(() => held.length === 3 && pool('shared').waiting === 4);
  expect((await api.search({ page: 2 }, { key: quiet })).status).toBe(200);
  expect((await api.ask('GET', '/sources', { key: quiet })).status).toBe(200);
  expect(pool('shared').held).toBe(3);

  const pump = setInterval(letOn, 1);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  clearInterval(pump);
  expect([pool('shared').held, pool('search').held, pool('records').held]).toEqual([0, 0, 0]);
});

it('gives a slot of the pool back to whoever leaves while waiting for a shared one', async () => {
  const key = await api.makeKey({ account: 'Impatient' });
  const working = Array.from({ length: 2 }, () => api.search({}, { key }));
  await until(() => held.length === 2);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const left = http.request(`${api.url}/properties`, { method: 'POST', agent: false, headers });
  left.on('error', () => undefined).end('{}');
  await until(() => pool('shared').waiting === 1);
  left.destroy();
  await until(() => pool('shared').waiting === 0 && pool('search').held === 2);
  letOn();
  await Promise.all(working);
  expect([pool('shared').held, pool('search').held]).toEqual([0, 0]);
});
