import { setTimeout as sleep } from 'node:timers/promises';
import { openPropertySearch } from '@gable/platform';
import { createLogger, createMetrics, Health } from '@gable/runtime';
import { SearchIndexStore } from '@gable/persistence/indexing';
import { MAPPING_VERSION } from '@gable/search';
import { PostgresPropertyDocuments } from '@gable/search-postgres';
import { createTestIndex, describeOpenSearch, FaultProxy, type TestIndex } from '@gable/testing';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { SAMPLE_DIVISIONS, sampleHomes } from '../testing/sample-homes.js';

const HOMES = 60;
const CHEAPEST_FIRST = { sort: { field: 'PRICE', direction: 'ASC' } };

/** The API with an OpenSearch behind a proxy that can make it seem gone. */
class SearchedApi {
  private constructor(
    readonly api: ApiUnderTest,
    readonly proxy: FaultProxy,
    readonly health: Health,
    readonly logged: string[],
    private readonly index: TestIndex,
    private readonly close: () => Promise<void>,
  ) {}

  static async start(url: string, searchFallback: 'postgres' | 'off'): Promise<SearchedApi> {
    const [proxy, index] = await Promise.all([FaultProxy.before(url), createTestIndex(url)]);
    const [metrics, health, logged] = [createMetrics('api'), new Health(), [] as string[]];
    const log = createLogger({ name: 'api', destination: { write: (line: string) => void logged.push(line) } });
    let close = (): Promise<void> => Promise.resolve();
    const api = await ApiUnderTest.start({
      metrics,
      health,
      searchOver(database) {
        const opened = openPropertySearch({
          config: {
            ...{ searchEngine: 'opensearch', openSearchUrl: proxy.url, openSearchAlias: index.names.alias },
            ...{ searchFallback, searchCountBudgetMs: 1_000 },
          },
          database,
          health,
          metrics,
          log,
        });
        close = opened.close;
        return opened.search;
      },
    });
    await api.loadDivisions(SAMPLE_DIVISIONS);
    await api.ingest(sampleHomes(HOMES));
    const states = await new PostgresPropertyDocuments(api.database).before(null, 1_000);
    await index.write(states.flatMap(({ document }) => document ?? []));
    const indices = new SearchIndexStore(api.database);
    await indices.begin(index.index, MAPPING_VERSION);
    await indices.created(index.index);
    await indices.makeLive(index.index);
    return new SearchedApi(api, proxy, health, logged, index, close);
  }

  /** Asks until an answer is as wanted: the engine comes back when a probe finds it, not when a request does. */
  async until(wanted: (answer: Answer) => boolean): Promise<void> {
    for (const began = Date.now(); !wanted(await this.api.search({ size: 1 }));) {
      if (Date.now() - began > 30_000) throw new Error(`not within 30 s; the log says: ${this.logged.join('')}`);
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.close();
    await Promise.all([this.proxy.close(), this.index.drop()]);
  }
}

const backendOf = ({ headers }: Answer): string | null => headers.get('x-search-backend');
const titlesOf = ({ body }: Answer): string[] =>
  body.data.map(({ attributes }: { attributes: { listings: { title: string }[] } }) => attributes.listings[0]!.title);

describeOpenSearch('POST /properties with OpenSearch, PostgreSQL in reserve', (url) => {
  let searched: SearchedApi;
  beforeAll(async () => {
    searched = await SearchedApi.start(url, 'postgres');
  }, 120_000);
  afterAll(() => searched.stop());
  beforeEach(async () => {
    searched.proxy.set('PASS');
    await searched.until((answer) => backendOf(answer) === 'opensearch');
  });

  it('says which engine answered, and both answer the same', async () => {
    const body = { transactionType: 'SELL', rooms: { gte: 2 }, price: { lte: 150_000 }, size: 30, ...CHEAPEST_FIRST };
    const byOpenSearch = await searched.api.search(body);
    searched.proxy.set('CUT');
    const byPostgres = await searched.api.search(body);
    expect([backendOf(byOpenSearch), backendOf(byPostgres)]).toEqual(['opensearch', 'postgres']);
    expect(byPostgres.body).toEqual(byOpenSearch.body);
    expect(titlesOf(byOpenSearch).length).toBeGreaterThan(20);
  });

  it('goes on with a walk on the other engine, and back, and shows every home once', async () => {
    const titles: string[] = [];
    const backends: (string | null)[] = [];
    let body: unknown = { paginationType: 'cursor', size: 20, ...CHEAPEST_FIRST };
    for (const mode of ['PASS', 'CUT', 'PASS'] as const) {
      searched.proxy.set(mode);
      if (mode === 'PASS') await searched.until((answer) => backendOf(answer) === 'opensearch');
      const answer = await searched.api.search(body);
      backends.push(backendOf(answer));
      titles.push(...titlesOf(answer));
      expect(answer.body.meta).toMatchObject({ totalItems: HOMES, hasNextPage: backends.length < 3 });
      body = answer.body.meta.pagination.nextRequestBody;
    }
    expect(backends).toEqual(['opensearch', 'postgres', 'opensearch']);
    expect(titles).toEqual(Array.from({ length: HOMES }, (_, n) => `Home ${n}`));
  });

  it.each(['CUT', 'HANG'] as const)(
    'answers everything with 200 under load while OpenSearch is gone (%s), stays ready, and comes back by itself',
    async (mode) => {
      const load = Array.from({ length: 20 }, async (_, client) => {
        const answers: Answer[] = [];
        for (let request = 0; request < 10; request += 1) {
          if (client === 0 && request === 3) searched.proxy.set(mode);
          answers.push(await searched.api.search({ size: 5, page: 1 + (request % 3) }));
        }
        return answers;
      });
      const answers = (await Promise.all(load)).flat();
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(backendOf))).toEqual(new Set(['opensearch', 'postgres']));
      expect((await searched.api.ask('GET', '/health/ready')).status).toBe(200);
      expect((await searched.api.ask('GET', '/metrics')).body).toMatch(/^gable_search_breaker_open\{.*\} 1$/m);
      searched.proxy.set('PASS');
      await searched.until((answer) => backendOf(answer) === 'opensearch');
      expect((await searched.api.ask('GET', '/metrics')).body).toMatch(/^gable_search_breaker_open\{.*\} 0$/m);
      expect(searched.logged.join('')).toContain('OpenSearch answers again');
    },
    120_000,
  );

  it('does not ask an index that nobody keeps up, as after a time with PostgreSQL as the engine', async () => {
    const { database } = searched.api;
    await database.query(`update search_index set state = 'RETIRED'`);
    await searched.until(() => searched.logged.join('').includes('Does a worker run with SEARCH_ENGINE=opensearch?'));
    expect(backendOf(await searched.api.search({}))).toBe('postgres');
    await database.query(`update search_index set state = 'LIVE'`);
    await searched.until((answer) => backendOf(answer) === 'opensearch');
  }, 120_000);

  it('lets PostgreSQL answer a tree that is too large for OpenSearch, and keeps asking OpenSearch for the rest', async () => {
    const children = Array.from({ length: 700 }, (_, n) => ({ price: { min: 100_000 + n, max: 100_000 + n } }));
    const large = await searched.api.search({ searchMode: 'advanced', criteria: { operator: 'OR', children } });
    expect([large.status, backendOf(large), titlesOf(large)]).toEqual([200, 'postgres', ['Home 0']]);
    expect(backendOf(await searched.api.search({}))).toBe('opensearch');
  });
});

describeOpenSearch('POST /properties with OpenSearch alone (SEARCH_FALLBACK=off)', (url) => {
  let searched: SearchedApi;
  beforeAll(async () => {
    searched = await SearchedApi.start(url, 'off');
  }, 120_000);
  afterAll(() => searched.stop());

  it('answers 200 or 503 with Retry-After, is not ready meanwhile, and comes back by itself', async () => {
    await searched.until(({ status }) => status === 200);
    searched.proxy.set('CUT');
    const answers = await Promise.all(Array.from({ length: 50 }, () => searched.api.search({})));
    for (const { status, headers, body } of answers)
      expect([status, Number(headers.get('retry-after')) >= 1, body.status]).toEqual([503, true, 503]);
    // Readiness is looked up in the background: it follows within a second or two.
    expect((await readyOnce(503)).body).toMatchObject({ status: 'not-ready', reasons: [{ check: 'search' }] });
    searched.proxy.set('PASS');
    await searched.until(({ status }) => status === 200);
    await readyOnce(200);
  }, 120_000);

  async function readyOnce(expected: number): Promise<Answer> {
    for (;;) {
      const answer = await searched.api.ask('GET', '/health/ready');
      if (answer.status === expected) return answer;
      await sleep(50);
    }
  }
});
