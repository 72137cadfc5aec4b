import { PostgresSearch } from '@gable/search-postgres';
import { POOLS } from './databases/pools.js';
import { PublishedDocument } from './openapi/published-document.js';
import { openApiDocument } from './openapi/document.js';
import { ApiUnderTest } from './testing/api-under-test.js';
import { sampleHomes } from './testing/sample-homes.js';
import { warmUp } from './warm-up.js';

let api: ApiUnderTest;
let engine: PostgresSearch;
const warnings: unknown[] = [];
const log = { warn: (...words: unknown[]) => void warnings.push(words) };

beforeAll(async () => {
  api = await ApiUnderTest.start({ searchOver: (database) => (engine = new PostgresSearch(database)) });
  await api.ingest(sampleHomes(30));
}, 60_000);
afterAll(() => api.stop());
afterEach(() => jest.restoreAllMocks());

it('searches over as many connections as searches may use, and makes the document that is published', async () => {
  let [atOnce, most] = [0, 0];
  const findPage = engine.findPage.bind(engine);
  jest.spyOn(engine, 'findPage').mockImplementation(async (query) => {
    most = Math.max(most, (atOnce += 1));
    return findPage(query).finally(() => (atOnce -= 1));
  });
  let made = 0;
  const published = new PublishedDocument(() => {
    made += 1;
    return openApiDocument(api.app);
  });
  await warmUp(api.app, published, log);
  expect(warnings).toEqual([]);
  expect(most).toBe(POOLS.search.slots);
  expect(made).toBe(1);
  expect(JSON.parse(published.bytes.toString())).toHaveProperty(['paths', '/properties']);
  expect(made).toBe(1);
});

it('lets the process start where nothing can be searched now', async () => {
  jest.spyOn(engine, 'findPage').mockRejectedValue(new Error('no engine'));
  await warmUp(api.app, new PublishedDocument(() => openApiDocument(api.app)), log);
  expect(warnings).toEqual([[{ err: new Error('no engine') }, expect.stringContaining('could not warm up')]]);
});

it('does not keep clients waiting where searches take long', async () => {
  jest.spyOn(engine, 'findPage').mockReturnValue(new Promise(() => {}));
  await warmUp(api.app, new PublishedDocument(() => openApiDocument(api.app)), log, 10);
});
