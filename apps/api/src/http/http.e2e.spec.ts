import net from 'node:net';
import { SearchUnavailable } from '@gable/search';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';

const ABSENT = '0199a1b2-0000-7000-8000-000000000001';

let api: ApiUnderTest;
/** What the search engine throws. */
let failure: Error;

beforeAll(async () => {
  const fail = () => Promise.reject(failure);
  api = await ApiUnderTest.start({
    search: {
      ...{ findPage: fail, findAfter: fail, count: fail, now: fail },
      map: { cells: fail, countWithoutPlace: fail },
      facets: { count: fail, shareEnds: fail },
    },
    metricsToken: 'token-of-metrics',
  });
});
afterAll(() => api.stop());

describe('every error is a problem document', () => {
  it('400 for a body that is no JSON', async () => {
    for (const body of [
      '{',
      '',
      '{"page": 01}',
      "{'page': 1}",
      '{"page": NaN}',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    ]) {
      expectProblem(await api.search(body), 400, 'malformed-request');
    }
  });

  it('400 for a body that tries to reach the prototype, at any depth and in any spelling', async () => {
    for (const body of [
      '{"__proto__": {"page": 1}}',
      '{"sort": {"__proto__": null}}',
      '{"cityIds": [[{"\\u005f_proto__": 1}]]}',
    ]) {
      expectProblem(await api.search(body), 400, 'malformed-request');
    }
  });

  it.each(['/account', '/health/live'])('400 for a request of %s that names two hosts', async (address) => {
    const twice = `GET ${address} HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n`;
    expectProblem(await raw(twice), 400, 'malformed-request');
  });

  it('400 for HTTP that cannot be parsed, 431 for headers that are too large, 400 without a Host', async () => {
    expectProblem(await raw(`GARBAGE\r\n\r\n`), 400, 'malformed-request');
    expectProblem(
      await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
      431,
      'headers-too-large',
    );
    expectProblem(await raw(`GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n`), 400, 'malformed-request');
    expectProblem(
      await raw(`GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n`),
      417,
      'expectation-failed',
    );
  });

  it('404 for an unknown address, with or without a key, and for one that cannot be decoded', async () => {
    expectProblem(await api.ask('GET', '/nothing'), 404, 'not-found');
    expectProblem(await api.ask('POST', '/nothing/at/all', { key: null, body: {} }), 404, 'not-found');
    expectProblem(await raw('GET /properties/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), 404, 'not-found');
  });

  it('404 with one body for absent and malformed ids, of any length', async () => {
    const bodies = [];
    for (const id of [ABSENT, 'x', '%00', `${ABSENT}x`, 'x'.repeat(5_000), "'%20or%201=1--", '%F0%9F%8F%A0', '-1']) {
      for (const address of [`/properties/${id}`, `/properties/${id}/history`]) {
        const answer = await api.ask('GET', address);
        expectProblem(answer, 404, 'not-found');
        bodies.push(JSON.stringify({ ...answer.body, instance: '' }));
      }
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it.each([
    ['GET', '/properties/count', 'POST'],
    ['PUT', '/properties/count', 'POST'],
    ['DELETE', '/properties/search-by-url', 'GET, HEAD'],
    ['GET', '/alerts/preview', 'POST'],
    ['DELETE', '/alerts/preview', 'POST'],
  ])('405 for %s %s, which is no id though another route takes ids there', async (method, address, allow) => {
    const answer = await api.ask(method, address);
    expectProblem(answer, 405, 'method-not-allowed');
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('404 for a file that the documentation does not have', async () => {
    expectProblem(await api.ask('GET', '/docs/nothing.css', { key: null }), 404, 'not-found');
    expect((await api.ask('DELETE', '/docs/nothing.css', { key: null })).headers.get('allow')).toBe('GET, HEAD');
  });

  it('405 without a body for HEAD /properties/count', async () => {
    const { status, headers, body } = await api.ask('HEAD', '/properties/count');
    expect([status, headers.get('allow'), body]).toEqual([405, 'POST', '']);
  });

  it('405 with the methods that are allowed', async () => {
    const put = await api.ask('PUT', '/properties', { body: {} });
    expectProblem(put, 405, 'method-not-allowed');
    expect(put.headers.get('allow')).toBe('POST');
    const post = await api.ask('DELETE', `/properties/${ABSENT}/`);
    expectProblem(post, 405, 'method-not-allowed');
    expect(post.headers.get('allow')).toBe('GET, HEAD');
    expect((await api.ask('OPTIONS', '/health/live', { key: null })).headers.get('allow')).toBe('GET, HEAD');
  });

  it('406 when Accept admits no form of the answer', async () => {
    for (const accept of [
      'text/html',
      'application/xml, text/*',
      '*/*;q=0',
      'application/json;q=0, application/vnd.api+json;q=0',
    ]) {
      expectProblem(await api.search({}, { headers: { accept } }), 406, 'not-acceptable');
    }
    expectProblem(
      await api.ask('POST', '/properties/count', { body: {}, headers: { accept: 'text/csv' } }),
      406,
      'not-acceptable',
    );
  });

  it('413 for a body over 64 kB, whether its length is announced or not', async () => {
    const tenMillionDigits = `{"page": ${'9'.repeat(10_000_000)}}`;
    expectProblem(await api.search(tenMillionDigits), 413, 'content-too-large');
    const chunk = 'x'.repeat(40_000);
    const chunked =
      `POST /properties HTTP/1.1\r\nHost: x\r\nX-API-Key: ${await api.makeKey()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `9c40\r\n${chunk}\r\n9c40\r\n${chunk}\r\n0\r\n\r\n`;
    expectProblem(await raw(chunked), 413, 'content-too-large');
    const justFits = JSON.stringify({ cursor: 'x'.repeat(64 * 1024 - 14) }); // 65,536 bytes in all
    expect(Buffer.byteLength(justFits)).toBe(64 * 1024 - 1);
    expect(violatedPaths(await api.search(justFits))).toEqual(['cursor']);
  });

  it('415 for anything but JSON in UTF-8, uncompressed', async () => {
    for (const [name, value] of [
      ['content-type', 'text/plain'],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['content-type', 'application/json; charset=latin1'],
      ['content-encoding', 'gzip'],
    ] as const) {
      expectProblem(await api.search('{}', { headers: { [name]: value } }), 415, 'unsupported-media-type');
    }
  });

  it('422 for query parameters that are unknown, missing or repeated', async () => {
    expect(violatedPaths(await api.ask('POST', '/properties?page=2&size=3', { body: {} }))).toEqual(['page', 'size']);
    const typo = await api.ask('GET', '/properties/search-by-url?urls=x');
    expect(violatedPaths(typo)).toEqual(['urls', 'url']);
    expect(typo.body.violations[0].message).toContain('did you mean "url"?');
    for (const query of [
      '',
      '?url=',
      '?url=a&url=b',
      '?url=%00',
      '?url=a%0d%0ab',
      '?url[x]=1',
      `?url=${'x'.repeat(3_000)}`,
    ]) {
      expect((await api.ask('GET', `/properties/search-by-url${query}`)).status).toBe(422);
    }
    expect(violatedPaths(await api.ask('GET', `/properties/${ABSENT}?constructor=1`))).toEqual(['constructor']);
  });

  it('422 for a body with members where a route takes none', async () => {
    const { body: alert } = await api.ask('POST', '/alerts', {
      body: { name: 'x', criteria: {}, destinationEmail: 'ana@example.org' },
    });
    const test = `/alerts/${alert.id}/test`;
    const refused = await api.ask('POST', test, { body: { destinationEmail: 'bob@example.org' } });
    expect([refused.status, violatedPaths(refused)]).toEqual([422, ['destinationEmail']]);
    const kept = await api.ask('DELETE', `/alerts/${alert.id}`, { body: { reason: 'x' } });
    expect([kept.status, violatedPaths(kept)]).toEqual([422, ['reason']]);
    expect((await api.ask('POST', test, { body: {} })).status).toBe(202);
    const removed = await api.ask('DELETE', `/alerts/${alert.id}`);
    expect([removed.status, removed.headers.get('content-type')]).toEqual([204, null]); // nothing has no type
  });

  it.each(['/analytics/listings?time_bucket=year', `/properties/${ABSENT}`, '/sources'])(
    '422 for a body of GET %s that would change nothing, which one that says nothing may',
    async (address) => {
      const head = `GET ${address} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${await api.makeKey()}\r\nConnection: close\r\n`;
      const withBody = (body: string) => raw(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
      expectProblem(await withBody('{"criteria":{"price":{"max":1}}}'), 422, 'validation-failed');
      const { status } = await raw(`${head}\r\n`);
      for (const body of ['{}', '[]', 'null']) expect((await withBody(body)).status).toBe(status);
    },
  );

  it('503 with Retry-After while the search cannot answer', async () => {
    failure = new SearchUnavailable('statement timeout', 3);
    const answer = await api.search({});
    expectProblem(answer, 503, 'unavailable');
    expect(answer.headers.get('retry-after')).toBe('3');
  });

  it('503 while the database is away', async () => {
    failure = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    expectProblem(await api.search({}), 503, 'unavailable');
  });

  it('503 that asks for less where the database stopped what took too long', async () => {
    const cut = () => Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    for (failure of [cut(), new SearchUnavailable('It took too long.', 5, { cause: cut() })]) {
      const answer = await api.search({});
      expectProblem(answer, 503, 'unavailable');
      expect(answer.body.detail).toMatch(/took too long and was stopped. Please ask for less/);
      expect(answer.headers.get('retry-after')).toBe('5');
    }
  });

  it('500 without a word about the reason, which is in the log', async () => {
    failure = new Error('relation "secret_table" does not exist');
    const answer = await api.search({});
    expectProblem(answer, 500, 'internal-error');
    expect(JSON.stringify(answer.body)).not.toContain('secret_table');
    expect(
      api.logged.some((line) => line.includes('secret_table') && line.includes(answer.headers.get('x-request-id')!)),
    ).toBe(true);
  });
});

describe('bombs', () => {
  const bombs: [name: string, body: string, status: number][] = [
    ['objects 10,000 deep', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000), 422],
    ['lists 32,000 deep in a filter', `{"cityIds": ${'['.repeat(32_000)}${']'.repeat(32_000)}}`, 422],
    ['50,000 open brackets', '['.repeat(50_000), 400],
    [
      'criteria 2,000 deep',
      `{"searchMode":"advanced","criteria":${'{"children":['.repeat(2_000)}{}${']}'.repeat(2_000)}}`,
      422,
    ],
    ['criteria 33 deep', `{"searchMode":"advanced","criteria":${'{"children":['.repeat(32)}{}${']}'.repeat(32)}}`, 422],
    ['20,000 nodes', `{"searchMode":"advanced","criteria":{"children":[${Array(20_000).fill('{}').join()}]}}`, 422],
    ['6,000 unknown keys', `{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":1`).join()}}`, 422],
    ['a number of 60,000 digits', `{"price": {"lte": ${'9'.repeat(60_000)}}}`, 422],
    ['an exponent beyond all', '{"price": {"lte": 1e999}}', 422],
    ['an integer beyond 2^53', '{"cityIds": [9007199254740993]}', 422],
    ['a page beyond 2^53', '{"page": 9007199254740993}', 422],
    ['NUL in a value', '{"transactionType": "SELL\\u0000"}', 422],
    ['NUL in a key', '{"pri\\u0000ce": 1}', 422],
    ['a lone surrogate', '{"propertyTypes": ["\\ud800"], "\\udfff": 1}', 422],
    ['names that every object inherits', '{"constructor": 1, "toString": 2, "hasOwnProperty": 3}', 422],
  ];

  it.each(bombs)('%s: a clear answer within 200 ms of CPU', async (_name, body, status) => {
    const key = await api.makeKey();
    await api.search('{"size": 0}', { key });
    const before = process.cpuUsage();
    const answer = await api.search(body, { key });
    const { user, system } = process.cpuUsage(before);
    expectProblem(answer, status, status === 400 ? 'malformed-request' : 'validation-failed');
    if (status === 422) expect(answer.body.violations.length).toBeLessThanOrEqual(50);
    expect((user + system) / 1_000).toBeLessThan(200);
    expect((await api.ask('GET', '/health/live', { key: null })).status).toBe(200);
  });

  it('refuses bodies that are JSON but no object', async () => {
    for (const body of ['null', '[]', '1', '"text"', '[{}]'])
      expect(violatedPaths(await api.search(body))).toEqual(['']);
  });
});

describe('beside the contract', () => {
  it('says whether it lives and is ready, and why not', async () => {
    expect((await api.ask('GET', '/health/live', { key: null })).body).toEqual({ status: 'live' });
    expect(
      (await api.ask('GET', '/health/ready?probe=1', { key: null, headers: { accept: 'text/html' } })).body,
    ).toEqual({ status: 'ready', reasons: [], warnings: [] });
    api.health.add('search', () => {
      throw new Error('the index is gone');
    });
    const ready = await api.ask('GET', '/health/ready', { key: null });
    expect(ready).toMatchObject({
      status: 503,
      body: { status: 'not-ready', reasons: [{ check: 'search', reason: 'the index is gone' }] },
    });
    api.health.add('search', () => undefined);
  });

  it('shows metrics to who holds the token, by route and never by address', async () => {
    await api.ask('GET', '/made/up/address');
    expectProblem(await api.ask('GET', '/metrics', { key: null }), 401, 'unauthorized');
    const { status, body } = await api.ask('GET', '/metrics', {
      key: null,
      headers: { authorization: 'Bearer token-of-metrics' },
    });
    expect(status).toBe(200);
    expect(body).toMatch(/http_request_duration_seconds_count\{[^}]*route="none"/);
    expect(body).not.toContain('made/up');
  });

  it('serves its documentation from itself, under a policy that allows nothing else', async () => {
    expect((await api.ask('GET', '/docs/', { key: null })).status).toBe(200);
    const page = await api.ask('GET', '/docs', { key: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const assets = [...(page.body as string).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(assets.length).toBeGreaterThan(3);
    for (const address of assets) {
      expect(address).not.toMatch(/^(?:https?:)?\/\//);
      const { status, headers } = await api.ask('GET', new URL(address, `${api.url}/docs`).pathname, { key: null });
      expect({ address, status }).toEqual({ address, status: 200 });
      expect(headers.get('content-type')).not.toContain('problem');
    }
  });

  it('lets its documentation keep no key in the browser', async () => {
    const { body } = await api.ask('GET', '/docs/swagger-ui-init.js', { key: null });
    expect(body).toContain('"persistAuthorization": false');
  });

  it('puts the request id, the version and the hardening headers on good answers too', async () => {
    const { headers } = await api.ask('GET', '/health/live', { key: null });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('api-version')).toBe('1');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('puts the hardening headers on answers that were refused before anything looked at them', async () => {
    for (const { headers } of [
      await raw(`GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n`), // no Host
      await api.ask('GET', '/made/up', { key: null }),
      await api.ask('POST', '/properties', { key: null }),
    ]) {
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/); // of this host alone
    }
  });
});

/** Writes bytes to a socket and reads the answer to its end. */
async function raw(request: string): Promise<Answer> {
  const { hostname, port } = new URL(api.url);
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(request));
    socket
      .setEncoding('utf8')
      .on('data', (chunk: string) => (received += chunk))
      .on('error', reject)
      .on('close', () => resolve(received));
  });
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: new Headers(
      fields.map(
        (field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()] as [string, string],
      ),
    ),
    body: JSON.parse(body),
  };
}
