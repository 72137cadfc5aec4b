import { ANY_LISTING, type Condition, type Criteria } from '@gable/domain/criteria';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { BeyondEngine, DEFAULT_SORT, SearchUnavailable, SlowSearch } from '../property-search.js';
import { openSearchClient, type OpenSearchClient } from './client.js';
import { OpenSearchSearch } from './opensearch-search.js';

/** Long enough to ask, also where this machine is busy. */
const SHORT_MS = 1_000;
const WHOLE = {
  timed_out: false,
  _shards: { total: 1, successful: 1, failed: 0 },
  hits: { total: { value: 1 }, hits: [{ sort: [5, 'a'] }] },
};

/** A server that answers as it is set; what is set stands for one of the ways in which OpenSearch fails. */
describe('OpenSearchSearch, of a server that fails', () => {
  let respond: (response: http.ServerResponse) => void;
  let asked: { path: string; body: Record<string, unknown> }[];
  let server: http.Server;
  let client: OpenSearchClient;
  let search: OpenSearchSearch;
  beforeEach(async () => {
    asked = [];
    server = http.createServer((request, response) => {
      let text = '';
      request
        .on('data', (chunk) => (text += chunk))
        .on('end', () => {
          asked.push({ path: request.url!, body: JSON.parse(text) });
          respond(response);
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    connect(60_000);
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await client.close();
  });

  /** How long it waits decides only where nothing comes: a busy machine takes its time for what comes. */
  function connect(timeoutMs: number): void {
    client = openSearchClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { timeoutMs });
    const budget = { timeoutMs, countBudgetMs: timeoutMs };
    search = new OpenSearchSearch(client, { alias: 'homes', ...budget, now: () => Promise.resolve(7) });
  }

  const says =
    (status: number, body: unknown) =>
    (response: http.ServerResponse): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
  const ask = (criteria: Criteria = ANY_LISTING) =>
    search.findPage({ criteria, sort: DEFAULT_SORT, offset: 0, limit: 10 });

  it('is asked nothing where the sort or the size of a page makes no sense', async () => {
    const page = { criteria: ANY_LISTING, sort: DEFAULT_SORT, offset: 0, limit: 10 };
    const sort = { field: 'PRICE', direction: 'asc' } as never;
    await expect(search.findPage({ ...page, sort })).rejects.toThrow('sort.direction: expects one of ASC, DESC');
    await expect(search.findPage({ ...page, limit: 1.5 })).rejects.toThrow('limit: expects a whole number');
    const cursor = { ...page, after: null, seenUntil: 1, counted: null };
    await expect(search.findAfter({ ...cursor, sort })).rejects.toThrow('sort.direction: expects one of ASC, DESC');
    expect(asked).toEqual([]);
  });

  it('reads a whole answer', async () => {
    respond = says(200, WHOLE);
    expect(await ask()).toEqual({ ids: ['a'], total: 1, totalIsExact: true, hasMore: false, backend: 'opensearch' });
  });

  it('asks all shards or none, within the time, and for no more hits than it has to count', async () => {
    respond = says(200, WHOLE);
    await ask();
    expect(asked[0]!.path).toContain('allow_partial_search_results=false');
    expect(asked[0]!.body).toMatchObject({ timeout: '60000ms', track_total_hits: 10_001, _source: false });
    await search.findAfter({
      criteria: ANY_LISTING,
      sort: DEFAULT_SORT,
      limit: 10,
      after: { key: 5, id: 'a' },
      seenUntil: 9,
      counted: { total: 3, totalIsExact: true },
    });
    expect(asked[1]!.body).toMatchObject({ track_total_hits: false, search_after: [5, 'a'], size: 11 });
  });

  it('that does not answer leaves facets out once their budget ends, and is refused before', async () => {
    const questions = { features: ['gym'] as const };
    respond = () => undefined;
    expect(await search.facets.count(ANY_LISTING, questions, 50)).toBeNull();
    expect(await search.facets.shareEnds(ANY_LISTING, { price: 3 }, 50)).toBeNull();
    respond = says(503, { error: { type: 'no_shard_available_action_exception' }, status: 503 });
    await expect(search.facets.count(ANY_LISTING, questions, 60_000)).rejects.toThrow(SearchUnavailable);
  });

  it.each<[string, (response: http.ServerResponse) => void, timeoutMs?: number]>([
    ['and says so', says(200, { ...WHOLE, timed_out: true })],
    ['and fails by it', says(504, { error: { type: 'timeout_exception' }, status: 504 })],
    ['and does not answer', () => undefined, SHORT_MS],
  ])(
    'that takes too long, %s, is slow with this question and not out of order',
    async (_, answer, timeoutMs = 60_000) => {
      connect(timeoutMs);
      respond = answer;
      await expect(ask()).rejects.toThrow(SlowSearch);
    },
  );

  it('that answers nothing else while it draws a map is out of order, not slow', async () => {
    connect(SHORT_MS);
    respond = () => undefined;
    await expect(search.map.cells({ criteria: ANY_LISTING, tileZoom: 3 })).rejects.toMatchObject({
      name: 'SearchUnavailable',
    });
  });

  it('may take longer than a search for facets and maps, as long as it still answers what is small', async () => {
    connect(SHORT_MS);
    const aggregations = { listings: { matching: { features: { buckets: [{ properties: { doc_count: 3 } }] } } } };
    const isSmall = (): boolean => asked.at(-1)!.body.aggs === undefined;
    respond = (response) =>
      isSmall()
        ? says(200, WHOLE)(response)
        : void setTimeout(() => says(200, { ...WHOLE, aggregations })(response), 1.3 * SHORT_MS);
    expect(await search.facets.count(ANY_LISTING, { features: ['gym'] }, 60_000)).toMatchObject({ features: [3] });
    expect(asked).toHaveLength(2);
    respond = () => undefined;
    await expect(search.facets.count(ANY_LISTING, { features: ['gym'] }, 60_000)).rejects.toThrow(SearchUnavailable);
    await expect(search.map.cells({ criteria: ANY_LISTING, tileZoom: 3 })).rejects.toThrow(SearchUnavailable);
  });

  describe('when it counts too long', () => {
    const MANY = { ...WHOLE, hits: { ...WHOLE.hits, total: { value: 10_001 } } };
    const cursor = { criteria: ANY_LISTING, sort: DEFAULT_SORT, limit: 10, after: null, seenUntil: 9, counted: null };
    const countsFor =
      (answer: (response: http.ServerResponse) => void) =>
      (response: http.ServerResponse): void =>
        (asked.at(-1)!.body.track_total_hits === true ? answer : says(200, MANY))(response);

    it.each<[string, (response: http.ServerResponse) => void, timeoutMs?: number]>([
      ['and says so', says(200, { ...MANY, timed_out: true })],
      ['and fails by it', says(504, { error: { type: 'timeout_exception' }, status: 504 })],
      ['and does not answer', () => undefined, SHORT_MS],
    ])('%s, gives the page and what is known', async (_, answer, timeoutMs = 60_000) => {
      connect(timeoutMs);
      respond = countsFor(answer);
      const known = { total: 10_000, totalIsExact: false };
      expect(await search.findAfter(cursor)).toMatchObject({ ...known, hits: [{ key: 5, id: 'a' }] });
      expect(await search.count(ANY_LISTING)).toEqual(known);
      expect(asked.filter(({ body }) => body.track_total_hits === true)).toHaveLength(2);
    });

    it('counts to the end where there is time, and never on later pages', async () => {
      respond = countsFor(says(200, { ...MANY, hits: { total: { value: 31_234 }, hits: [] } }));
      const { total, totalIsExact } = await search.findAfter(cursor);
      expect({ total, totalIsExact }).toEqual({ total: 31_234, totalIsExact: true });
      expect(asked.at(-1)!.body).toMatchObject({ size: 0, timeout: '60000ms' });
      asked = [];
      await search.findAfter({ ...cursor, counted: { total, totalIsExact } });
      expect(asked.map(({ body }) => body.track_total_hits)).toEqual([false]);
    });
  });

  it.each<[string, (response: http.ServerResponse) => void, timeoutMs?: number]>([
    ['a shard failed', says(200, { ...WHOLE, _shards: { total: 2, successful: 1, failed: 1 } })],
    ['a shard is missing', says(200, { ...WHOLE, _shards: { total: 2, successful: 1, failed: 0 } })],
    ['the time ran out on the server', says(200, { ...WHOLE, timed_out: true })],
    ['it is overloaded', says(429, { error: { type: 'circuit_breaking_exception' }, status: 429 })],
    ['it has no master', says(503, { error: { type: 'cluster_block_exception' }, status: 503 })],
    ['the index is not there', says(404, { error: { type: 'index_not_found_exception' }, status: 404 })],
    [
      'a proxy answers for it',
      (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    ],
    [
      'the answer is cut short',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"timed_out": fal'),
    ],
    ['it hangs up', (response) => void response.destroy()],
    ['it never answers', () => undefined, SHORT_MS],
    [
      'it stops in the middle of an answer',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"timed_out": '),
      SHORT_MS,
    ],
  ])('is unavailable when %s', async (_, failure, timeoutMs = 60_000) => {
    connect(timeoutMs);
    respond = failure;
    await expect(ask()).rejects.toThrow(SearchUnavailable);
    expect(asked).toHaveLength(1); // nobody tried again behind our back
  });

  it('is unavailable when nobody listens', async () => {
    server.close();
    server.closeAllConnections();
    await expect(ask()).rejects.toThrow(SearchUnavailable);
  });

  it('leaves to another engine what the server refuses', async () => {
    respond = says(400, {
      error: {
        type: 'search_phase_execution_exception',
        failed_shards: [{ reason: { type: 'query_shard_exception' } }],
      },
      status: 400,
    });
    await expect(ask()).rejects.toThrow(BeyondEngine);
  });

  it('does not even ask with a tree that is too large or too deep', async () => {
    const price = (n: number): Condition => ({ kind: 'range', field: 'price', min: n, max: null, allowNull: false });
    const node = (conditions: Condition[], operator: 'AND' | 'OR' = 'AND', children: Criteria[] = []): Criteria => ({
      conditions,
      operator,
      children,
    });
    await expect(
      ask(
        node(
          [],
          'OR',
          Array.from({ length: 600 }, (_, n) => node([price(n)])),
        ),
      ),
    ).rejects.toThrow(BeyondEngine);
    let deep = node([price(0), price(1)]);
    for (let level = 0; level < 60; level += 1) deep = node([price(level)], 'OR', [deep, node([price(level)])]);
    await expect(ask(deep)).rejects.toThrow(BeyondEngine);
    expect(asked).toEqual([]);
  });
});
