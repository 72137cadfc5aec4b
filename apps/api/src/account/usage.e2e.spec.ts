import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@gable/persistence';
import { UsageStore } from '@gable/persistence/usage';
import { parseApiKey } from '@gable/runtime';
import type { PageResult } from '@gable/search';
import { DeclaredAccess } from '../access/declared-access.js';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { sampleHomes } from '../testing/sample-homes.js';
import { BILLING, type Billing } from '../usage/billable.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
  await api.ingest(sampleHomes(12));
}, 60_000);
afterAll(() => api.stop());

const usage = (key: string, query = ''): Promise<Answer> => api.ask('GET', `/account/api-usage${query}`, { key });
const sumOf = (periods: { calls: number; results: number }[]) => ({
  calls: periods.reduce((sum, { calls }) => sum + calls, 0),
  results: periods.reduce((sum, { results }) => sum + results, 0),
});

async function uuidOf(key: string): Promise<string> {
  const [row] = await api.database.query<{ id: string }>('select id from api_key where key_id = $1', [
    parseApiKey(key)!.keyId,
  ]);
  return row!.id;
}

/** A key of an account of its own, with calls and results at given moments. */
async function used(account: string, moments: [at: string, calls: number, results: number][]): Promise<string> {
  const key = await api.makeKey({ account });
  const counts = moments.map(([at, calls, results]) => ({
    route: 'POST /properties',
    routeType: 'search' as const,
    at: new Date(at),
    calls,
    results,
  }));
  const apiKeyUuid = await uuidOf(key);
  await new UsageStore(api.database).add(
    newId(new Date()),
    1,
    counts.map((count) => ({ apiKeyUuid, ...count })),
  );
  return key;
}

describe('usage', () => {
  it('counts 2xx answers of property routes with what they answered, by key and by route, and nothing else', async () => {
    const key = await api.makeKey({ account: 'Counted' });
    const second = await api.makeKey({ account: 'Counted' });
    const {
      body: {
        items: [home],
      },
    } = await api.search({ size: 7 }, { key, headers: { accept: 'application/json' } });
    await api.search({ size: 3, page: 2 }, { key });
    await api.search({ size: 5, paginationType: 'cursor' }, { key });
    await api.search({ price: { gte: 99_999_999 } }, { key });
    await api.ask('POST', '/properties/count', { key, body: {} });
    await api.ask('GET', `/properties/${home.uuid}`, { key });
    await api.ask('GET', `/properties/${home.uuid}/history`, { key: second });
    await api.ask('GET', `/properties/search-by-url?url=${encodeURIComponent(home.listings[0].url)}`, { key: second });
    const preview = await api.ask('POST', '/alerts/preview', { key: second, body: { criteria: {} } });
    const shown = preview.body.items.length as number;
    expect(shown).toBeGreaterThan(3);
    const unbilled = [
      await api.search({ size: 0 }, { key }),
      await api.search('{', { key }),
      await api.ask('GET', `/properties/${newId(new Date())}`, { key }),
      await api.ask('GET', '/alerts', { key }),
      await api.ask('GET', '/account', { key }),
      await api.ask('GET', '/sources', { key }),
      await api.search({}, { key, headers: { accept: 'text/html' } }),
    ];
    expect(unbilled.map(({ status }) => status)).toEqual([422, 400, 404, 200, 200, 200, 406]);

    const { status, body } = await usage(key);
    expect(status).toBe(200);
    expect(body.totals).toEqual({ calls: 9, results: 7 + 3 + 5 + 0 + 0 + 1 + 1 + 1 + shown });
    expect(body.byApiKey).toEqual([
      { apiKeyUuid: await uuidOf(key), apiKeyName: 'spec', status: 'ACTIVE', calls: 6, results: 16 },
      { apiKeyUuid: await uuidOf(second), apiKeyName: 'spec', status: 'ACTIVE', calls: 3, results: 2 + shown },
    ]);
    expect(body.byRoute).toEqual([
      { route: 'GET /properties/search-by-url', routeType: 'search', calls: 1, results: 1 },
      { route: 'GET /properties/{uuid}', routeType: 'search', calls: 1, results: 1 },
      { route: 'GET /properties/{uuid}/history', routeType: 'search', calls: 1, results: 1 },
      { route: 'POST /alerts/preview', routeType: 'search', calls: 1, results: shown },
      { route: 'POST /properties', routeType: 'search', calls: 4, results: 15 },
      { route: 'POST /properties/count', routeType: 'search', calls: 1, results: 0 },
    ]);
    expect(sumOf(body.timeSeries.slice(-2))).toEqual({ calls: 9, results: 18 + shown }); // midnight may lie between
    expect((await usage(key, `?apiKeyId=${(await uuidOf(second)).toUpperCase()}`)).body).toMatchObject({
      totals: { calls: 3, results: 2 + shown },
      byApiKey: [{ calls: 3 }],
    });
  });

  it('is declared by every route of properties, listings and analytics and by the preview, and by no other', () => {
    const routes = api.app.get(DeclaredAccess).routes();
    const declared = (type: string) =>
      routes
        .filter(({ target }) => (Reflect.getMetadata(BILLING, target) as Billing | undefined)?.routeType === type)
        .map(({ method, path }) => `${method} ${path}`);
    const below = (prefix: string) =>
      routes
        .filter(({ path }) => path === prefix || path.startsWith(`${prefix}/`))
        .map(({ method, path }) => `${method} ${path}`);
    expect(declared('search').sort()).toEqual(
      [...below('/properties'), ...below('/listings'), 'POST /alerts/preview'].sort(),
    );
    expect(declared('analytics').sort()).toEqual(below('/analytics').sort());
    expect(declared('search').length).toBeGreaterThan(4);
    expect([...declared('alerts'), ...declared('other')]).toEqual([]);
  });

  it('counts a HEAD as a call without results, since it answers none', async () => {
    const key = await api.makeKey({ account: 'Looked only' });
    const {
      body: {
        items: [home],
      },
    } = await api.search({ size: 1 }, { headers: { accept: 'application/json' } });
    const { status } = await fetch(`${api.url}/properties/${home.uuid}`, {
      method: 'HEAD',
      headers: { 'x-api-key': key },
    });
    expect(status).toBe(200);
    const { byRoute } = (await usage(key)).body;
    expect(byRoute).toEqual([{ route: 'HEAD /properties/{uuid}', routeType: 'search', calls: 1, results: 0 }]);
  });

  it('does not bill an answer that its caller did not wait for', async () => {
    const searches: ((result: PageResult) => void)[] = [];
    const slow = await ApiUnderTest.start({
      search: { findPage: () => new Promise<PageResult>((resolve) => searches.push(resolve)) } as never,
    });
    const key = await slow.makeKey();
    const [left, stayed] = [await openSearch(slow, key), await openSearch(slow, key)];
    while (searches.length < 2) await new Promise((resolve) => setImmediate(resolve));
    left.request.destroy();
    await left.closed;
    for (const answer of searches)
      answer({ ids: [], total: 0, totalIsExact: true, hasMore: false, backend: 'postgres' });
    expect(await stayed.status).toBe(200);
    expect((await slow.ask('GET', '/account/api-usage', { key })).body.totals).toEqual({ calls: 1, results: 0 });
    await slow.stop();
  });

  it('covers the 30 days before now, day by day, unless told otherwise', async () => {
    const [before, within] = [31, 29].map((days) => new Date(Date.now() - days * 86_400_000).toISOString()) as [
      string,
      string,
    ];
    const { body } = await usage(
      await used('Defaults', [
        [before, 5, 5],
        [within, 2, 9],
      ]),
    );
    expect(body.period.granularity).toBe('day');
    // What is older is kept by the hour, so that the first hour is counted as a whole.
    const start = Date.parse(body.period.end) - 30 * 86_400_000;
    expect(Date.parse(body.period.start)).toBe(start - (start % 3_600_000));
    expect(Math.abs(Date.parse(body.period.end) - Date.now())).toBeLessThan(60_000);
    expect(body.timeSeries.map(({ period }: { period: string }) => period)).toEqual(
      Array.from({ length: body.timeSeries.length }, (_, day) => dayAfter(body.period.start, day)),
    );
    expect(body.timeSeries.at(-1).period).toBe(body.period.end.slice(0, 10));
    expect(body.totals).toEqual({ calls: 2, results: 9 });
    expect(body.timeSeries.filter(({ calls }: { calls: number }) => calls > 0)).toEqual([
      { period: within.slice(0, 10), calls: 2, results: 9 },
    ]);
  });

  it('begins with the start and ends before the end, in UTC, with every period in between', async () => {
    const key = await used('Edges', [
      ['2026-02-27T23:59:59.900Z', 1, 1],
      ['2026-02-28T00:00:00Z', 10, 20],
      ['2026-02-28T23:59:59.900Z', 100, 200],
      ['2026-03-01T00:00:00Z', 1_000, 3_000],
      ['2026-03-02T12:00:00Z', 7, 0],
    ]);
    const days = (await usage(key, '?startDate=2026-02-28T00:00:00Z&endDate=2026-03-02T00:00:00Z')).body;
    expect(days.period).toEqual({
      start: '2026-02-28T00:00:00.000Z',
      end: '2026-03-02T00:00:00.000Z',
      granularity: 'day',
    });
    expect(days.timeSeries).toEqual([
      { period: '2026-02-28', calls: 110, results: 220 },
      { period: '2026-03-01', calls: 1_000, results: 3_000 },
    ]);
    expect(days.totals).toEqual({ calls: 1_110, results: 3_220 });
    expect((await usage(key, '?startDate=2026-02-28&endDate=2026-03-01')).body).toEqual({ ...days });
    const zoned = (
      await usage(key, '?startDate=2026-03-01T01:00:00%2B01:00&endDate=2026-03-01T00:00:00.100Z&granularity=day')
    ).body;
    expect(zoned.timeSeries).toEqual([{ period: '2026-03-01', calls: 1_000, results: 3_000 }]);
    const months = (await usage(key, '?startDate=2025-12-31T00:00:00Z&endDate=2026-04-01T00:00:00Z&granularity=month'))
      .body;
    expect(months.timeSeries).toEqual([
      { period: '2025-12', calls: 0, results: 0 },
      { period: '2026-01', calls: 0, results: 0 },
      { period: '2026-02', calls: 111, results: 221 },
      { period: '2026-03', calls: 1_007, results: 3_000 },
    ]);
    const years = (await usage(key, '?startDate=2024-06-01T00:00:00Z&endDate=2026-12-31T00:00:00Z&granularity=year'))
      .body;
    expect(years.timeSeries).toEqual([
      { period: '2024', calls: 0, results: 0 },
      { period: '2025', calls: 0, results: 0 },
      { period: '2026', calls: 1_118, results: 3_221 },
    ]);
    expect((await usage(key, '?startDate=2026-03-01T00:00:00Z&endDate=2026-03-01T00:00:00Z')).body).toMatchObject({
      totals: { calls: 0, results: 0 },
      timeSeries: [],
      byRoute: [],
    });
  });

  it('tells what was used since a moment a little while ago', async () => {
    const key = await api.makeKey({ account: 'Since' });
    await api.search({ size: 2 }, { key });
    await usage(key);
    await api.database.query(`update usage_count set at = at - interval '1 second' where api_key_id = $1`, [
      await uuidOf(key),
    ]);
    const since = new Date(Date.now() - 500).toISOString();
    await api.search({ size: 4 }, { key });
    expect((await usage(key, `?startDate=${since}`)).body.totals).toEqual({ calls: 1, results: 4 });
    expect((await usage(key, `?endDate=${since}`)).body.totals).toEqual({ calls: 1, results: 2 });
  });

  it('of another account does not exist', async () => {
    const [own, foreign] = [
      await used('Own', [['2026-03-01T00:00:00Z', 1, 1]]),
      await used('Foreign', [['2026-03-01T00:00:00Z', 2, 2]]),
    ];
    expectProblem(await usage(own, `?apiKeyId=${await uuidOf(foreign)}`), 404, 'not-found');
    expectProblem(await usage(own, `?apiKeyId=${newId(new Date())}`), 404, 'not-found');
    const { body } = await usage(own, '?startDate=2026-01-01T00:00:00Z');
    expect({ totals: body.totals, keys: body.byApiKey.length }).toEqual({ totals: { calls: 1, results: 1 }, keys: 1 });
  });

  it('shows keys that no longer work, and says so', async () => {
    const revoked = await used('Old keys', [['2026-03-01T00:00:00Z', 3, 3]]);
    await api.revoke(revoked);
    await api.makeKey({ account: 'Old keys', expiresAt: new Date(Date.now() - 1) });
    const { body } = await usage(
      await api.makeKey({ account: 'Old keys' }),
      '?startDate=2026-03-01T00:00:00Z&endDate=2026-03-02T00:00:00Z',
    );
    expect(body.byApiKey.map(({ status, calls }: { status: string; calls: number }) => [status, calls])).toEqual([
      ['REVOKED', 3],
      ['EXPIRED', 0],
      ['ACTIVE', 0],
    ]);
  });

  it.each([
    ['startDate=yesterday', 'startDate'],
    ['startDate=2026-03', 'startDate'],
    ['startDate=', 'startDate'],
    ['startDate=2026-03-01T00:00:00Z&startDate=2026-03-02T00:00:00Z', 'startDate'],
    ['startDate=2026-02-30T00:00:00Z', 'startDate'],
    ['endDate=2026-03-01T00:00:00', 'endDate'],
    ['endDate=1', 'endDate'],
    ['startDate=2026-03-02T00:00:00Z&endDate=2026-03-01T00:00:00Z', 'startDate'],
    ['startDate=2026-03-02&endDate=2026-03-01', 'startDate'],
    ['endDate=2020-01-01T00:00:00Z', 'endDate'],
    ['startDate=2100-01-01T00:00:00Z', 'startDate'],
    ['startDate=1990-01-01T00:00:00Z', 'startDate'],
    ['endDate=2090-01-01T00:00:00Z', 'endDate'],
    ['apiKeyId=7', 'apiKeyId'],
    ['apiKeyId=', 'apiKeyId'],
    ['granularity=hour', 'granularity'],
    ['granularity=', 'granularity'],
    ['granularity=day&granularity=month', 'granularity'],
    ['start_date=2026-03-01T00:00:00Z', 'start_date'],
    ['page=1', 'page'],
  ])('refuses %s and names it', async (query, parameter) => {
    expect(violatedPaths(await api.ask('GET', `/account/api-usage?${query}`))).toEqual([parameter]);
  });
});

/** A search on a connection of its own; `closed` when the server has noticed the end of that. */
async function openSearch(
  of: ApiUnderTest,
  key: string,
): Promise<{ request: http.ClientRequest; closed: Promise<unknown>; status: Promise<number> }> {
  const connection = once(of.app.getHttpServer(), 'connection') as Promise<[Socket]>;
  const request = http.request(`${of.url}/properties`, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-length': 2 },
  });
  const status = new Promise<number>((resolve) =>
    request.on('response', (response) => resolve(response.resume().statusCode!)),
  );
  request.on('error', () => undefined).end('{}');
  const [socket] = await connection;
  return { request, closed: new Promise((resolve) => socket.once('close', resolve)), status };
}

function dayAfter(start: string, days: number): string {
  return new Date(Date.parse(`${start.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
