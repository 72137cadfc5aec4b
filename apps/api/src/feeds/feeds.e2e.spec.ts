import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { AdmissionPools } from '../admission/admission-pools.js';
import { POOLS } from '../databases/pools.js';
import { ApiUnderTest, type Answer, type Asking } from '../testing/api-under-test.js';
import { expectProblem, violatedPaths } from '../testing/expect-problem.js';
import { sampleHome } from '../testing/sample-homes.js';

const DOMAIN = 'agency.example';
const NDJSON = { 'content-type': 'application/x-ndjson' };
const GZIP = { ...NDJSON, 'content-encoding': 'gzip' };
const LIMITS = { maxBytes: 2_000_000, longestMs: 60_000, spoolBytes: 1_000_000, jobsPerAccount: 3 };

let api: ApiUnderTest;
let key: string;

beforeAll(async () => {
  api = await ApiUnderTest.start({ feedUploads: LIMITS, feedLimits: { maxBytes: 4_000_000 } });
}, 60_000);
afterAll(() => api.stop());
beforeEach(async () => {
  await api.database.query('truncate feed_portion, feed_reject_portion, feed_job');
  key = await api.makeKey({ role: 'ROLE_FEED_PROVIDER', sources: [DOMAIN, 'other.example'], account: 'Provider' });
});

const lineOf = (n: number, changes: object = {}) =>
  JSON.stringify({ ...sampleHome(n), source: { domain: DOMAIN, name: 'Agency' }, ...changes });
const feed = (count = 3) => Array.from({ length: count }, (_, n) => `${lineOf(n)}\n`).join('');
const send = (body: string | Uint8Array, asking: Asking = {}): Promise<Answer> =>
  api.ask('POST', `/feeds/${DOMAIN}`, { key, body, ...asking, headers: { ...NDJSON, ...asking.headers } });
const jobs = () => api.database.query<{ state: string; portions: number }>('select state, portions from feed_job');
const spooled = async () => (await api.database.query('select 1 from feed_portion')).length;

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a feed that is sent', () => {
  it('is on disk once it is answered with its job, plain or gzip, declared or not', async () => {
    for (const [body, headers] of [
      [feed(), {}],
      [gzipSync(feed()), GZIP],
      [gzipSync(feed()), {}],
    ] as const) {
      const answer = await send(body, { headers });
      expect(answer.status).toBe(202);
      expect(answer.headers.get('location')).toBe(`/feeds/${DOMAIN}/jobs/${answer.body.id}`);
      expect(answer.body).toMatchObject({ domain: DOMAIN, state: 'WAITING', read: 0, attempts: 0, rejects: null });
      const again = await api.ask('GET', answer.headers.get('location')!, { key });
      expect(again.body).toEqual(answer.body);
    }
    const rows = await api.database.query<{ hash: string }>(
      `select encode(content_hash, 'hex') as hash from feed_job where portions = 1`,
    );
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(1);
    expect(rows).toHaveLength(3);
  });

  it('is stored in portions, and bounded as it is sent and as it unpacks', async () => {
    expectProblem(await send('x'.repeat(2_000_001)), 413, 'content-too-large');
    const bomb = gzipSync('x'.repeat(5_000_000));
    expectProblem(await send(bomb, { headers: GZIP }), 413, 'content-too-large');
    expect(await chunked(Buffer.alloc(2_200_000, 'y'))).toEqual({
      status: 413,
      type: 'urn:gable:problem:content-too-large',
    });
    const noise = Array.from({ length: 1_700_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join('');
    expect((await send(noise, { key: await ofAnother() })).status).toBe(202);
    expect(await spooled()).toBeGreaterThan(3);
  });

  it('is refused where it is no gzip, a damaged one, one in another, empty, or of another type', async () => {
    const packed = gzipSync(feed(200));
    for (const body of [
      Buffer.from(feed()),
      packed.subarray(0, -9),
      Buffer.concat([packed.subarray(0, 60), Buffer.alloc(100, 7)]),
      gzipSync(packed),
    ])
      expectProblem(await send(body, { headers: GZIP }), 400, 'malformed-request');
    expectProblem(await send(''), 400, 'malformed-request');
    for (const headers of [
      { 'content-type': 'text/csv' },
      { 'content-type': 'application/json' },
      { ...NDJSON, 'content-encoding': 'br' },
      { 'content-type': 'application/x-ndjson; charset=latin1' },
    ])
      expectProblem(await send(feed(), { headers }), 415, 'unsupported-media-type');
    expect((await jobs()).filter(({ state }) => state !== 'UPLOADING')).toEqual([]);
    expectProblem(
      await api.ask('POST', '/properties', { body: feed(), headers: NDJSON }),
      415,
      'unsupported-media-type',
    );
  });

  it.each(['text/plain', 'application/gzip', 'application/x-www-form-urlencoded', 'application/json', ''])(
    'says what a feed is sent as where it came as "%s"',
    async (type) => {
      const { body } = await send(feed(), { headers: { 'content-type': type } });
      expect(body).toMatchObject({
        status: 415,
        detail: expect.stringContaining('Content-Type: application/x-ndjson'),
      });
    },
  );

  it('gives the same job for the same key and content, however it is packed, and 422 for other content', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const first = await send(feed(), { headers });
    const again = await send(gzipSync(feed()), { headers: { ...GZIP, ...headers } });
    expect([again.status, again.body.id]).toEqual([202, first.body.id]);
    expect(violatedPaths(await send(feed(2), { headers }))).toEqual(['Idempotency-Key']);
    expect(violatedPaths(await send(feed(2), { headers: { 'idempotency-key': 'ü' } }))).toEqual(['Idempotency-Key']);
    expect(await jobs()).toHaveLength(1);
    const other = await api.makeKey({ role: 'ROLE_FEED_PROVIDER', sources: [DOMAIN], account: 'Another' });
    expect((await send(feed(2), { headers, key: other })).status).toBe(202);
  });

  it('makes one job of many at once with the same key', async () => {
    const headers = { 'idempotency-key': 'at once' };
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(feed(), { headers })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await jobs()).filter(({ state }) => state === 'WAITING')).toHaveLength(1);
  });

  it('leaves nothing to be read where the sender hangs up', async () => {
    const { request } = opened();
    request.write(feed(20));
    await until(async () => (await jobs()).length === 1);
    request.destroy();
    await until(async () => {
      const [row] = await api.database.query<{ isCut: boolean }>(
        `select touched_at = 'epoch' as "isCut" from feed_job`,
      );
      return row!.isCut;
    });
    expect((await jobs()).map(({ state }) => state)).toEqual(['UPLOADING']);
  });

  it('ends with 408 where it takes too long, and gives its slot back', async () => {
    const slow = await ApiUnderTest.start({ feedUploads: { ...LIMITS, longestMs: 300 } });
    try {
      const apiKey = await slow.makeKey({ role: 'ROLE_FEED_PROVIDER', sources: [DOMAIN] });
      for (let n = 0; n < 2 * POOLS.uploads.slots; n += 1) {
        const { request, answer } = opened(slow.url, apiKey);
        request.write(feed(1));
        const { status, body } = await answer;
        expect([status, (JSON.parse(body) as { type: string }).type]).toEqual([
          408,
          'urn:gable:problem:request-timeout',
        ]);
        request.destroy();
      }
      expect(await slow.database.query(`select 1 from feed_job where touched_at <> 'epoch'`)).toEqual([]);
      expect(slow.app.get(AdmissionPools).of('uploads').held).toBe(0);
    } finally {
      await slow.stop();
    }
  }, 60_000);

  it('waits in a bounded number and size of one account, which keeps nobody else out', async () => {
    for (let n = 0; n < LIMITS.jobsPerAccount; n += 1) expect((await send(feed())).status).toBe(202);
    const refused = await send(feed());
    expectProblem(refused, 429, 'too-many-requests');
    expect(refused.headers.get('retry-after')).toBe('60');
    const other = await ofAnother();
    expect((await send(feed(), { key: other })).status).toBe(202);
    await api.database.query(
      `update feed_job set spooled_bytes = 900000, state = 'FAILED'
       where account_id = (select id from account where name = 'Provider')`,
    );
    expectProblem(await send(feed()), 429, 'too-many-requests');
    expectProblem(await send(feed(), { key: other }), 503, 'unavailable');
  });
});

describe('jobs', () => {
  it('are listed newest first, and are those of the account and the source alone', async () => {
    const ids = [await send(feed()), await send(feed(2))].map(({ body }) => body.id as string);
    const { headers, body } = await api.ask('GET', `/feeds/${DOMAIN}/jobs`, { key });
    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids.reverse());
    expect(headers.get('x-total-count')).toBe('2');
    const other = await api.makeKey({ role: 'ROLE_FEED_PROVIDER', sources: [DOMAIN], account: 'Another' });
    expect((await api.ask('GET', `/feeds/${DOMAIN}/jobs`, { key: other })).body).toEqual([]);
    expectProblem(await api.ask('GET', `/feeds/${DOMAIN}/jobs/${ids[0]}`, { key: other }), 404, 'not-found');
    expectProblem(await api.ask('GET', `/feeds/${DOMAIN}/jobs/${ids[0]}/rejects`, { key: other }), 404, 'not-found');
    expectProblem(await api.ask('GET', `/feeds/other.example/jobs/${ids[0]}`, { key }), 404, 'not-found');
    expect(violatedPaths(await api.ask('GET', `/feeds/${DOMAIN}/jobs?state=DONE`, { key }))).toEqual(['state']);
  });

  it('name the last of a source to everybody', async () => {
    await api.ingest([sampleHome(1, { source: { domain: DOMAIN, name: 'Agency' } })]);
    await send(feed());
    const { body } = await api.ask('GET', '/sources?name=Agency');
    expect(body[0].lastJob).toEqual({
      state: 'WAITING',
      receivedAt: expect.any(String),
      finishedAt: null,
      read: 0,
      changed: 0,
      rejected: 0,
    });
  });
});

describe('one listing', () => {
  const put = (externalId: string, body: object, domain = DOMAIN) =>
    api.ask('PUT', `/feeds/${domain}/listings/${encodeURIComponent(externalId)}`, { key, body });
  const state = (changes: object = {}) => {
    const { source: _source, externalId: _id, ...rest } = JSON.parse(lineOf(1)) as Record<string, unknown>;
    return { ...rest, observedAt: '2026-01-01T00:00:00Z', ...changes };
  };

  it('is stored when it is answered: created, changed or unchanged', async () => {
    const created = await put('ref/1 ü', state({ price: 1_000 }));
    expect([created.status, created.body]).toEqual([
      201,
      { domain: DOMAIN, externalId: 'ref/1 ü', outcome: 'created' },
    ]);
    const changed = await put('ref/1 ü', state({ price: 1_100, observedAt: '2026-01-02T00:00:00Z' }));
    expect([changed.status, changed.body.outcome]).toEqual([200, 'changed']);
    const same = await put('ref/1 ü', state({ price: 1_100, observedAt: '2026-01-02T00:00:00Z', colour: 'red' }));
    expect([same.status, same.body.outcome]).toEqual([200, 'unchanged']);
    expect(same.headers.get('gable-warnings')).toBe('colour: is unknown and left out');
    const rows = await api.database.query(
      `select price, revision_id as revision from listing where external_id = 'ref/1 ü'`,
    );
    expect(rows).toEqual([{ price: 1_100, revision: 2 }]);
    expectProblem(await put('ref/1 ü', state({ price: 900, observedAt: '2025-01-01T00:00:00Z' })), 409, 'conflict');
  });

  it('is read again under the name that its source gives it, online or not', async () => {
    const get = (externalId: string, domain = DOMAIN) =>
      api.ask('GET', `/feeds/${domain}/listings/${encodeURIComponent(externalId)}`, { key });
    await put('kept/2 ü', state({ price: 2_000 }));
    const { status, body } = await get('kept/2 ü');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ status: 'ONLINE', price: 2_000, revisionId: 1, propertyId: expect.any(String) }),
    ]);
    await put('kept/2 ü', { observedAt: '2026-01-02T00:00:00Z', status: 'OFFLINE' });
    expect((await get('kept/2 ü')).body).toMatchObject({ uuid: body.uuid, status: 'OFFLINE', revisionId: 2 });
    for (const unknown of ['kept', 'a\0b', 'y'.repeat(201)]) expectProblem(await get(unknown), 404, 'not-found');
    expectProblem(await get('kept/2 ü', 'third.example'), 403, 'forbidden');
  });

  it('names in its warnings what a header can hold, and takes whatever the path spells', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`é\n,${n}${'x'.repeat(200)}`, n]));
    const { status, headers } = await put('odd', state(many));
    expect(status).toBe(201);
    expect(headers.get('gable-warnings')!.split(', ')).toHaveLength(20);
    expect(headers.get('gable-warnings')).toMatch(/^\?\?\?0x+: is unknown and left out, /);
    expect(violatedPaths(await put('a\0b', state()))).toEqual(['externalId']);
  });

  it('says what is wrong with it', async () => {
    expect(violatedPaths(await put('x', state({ price: -5, area: 'large' })))).toEqual(['price', 'area']);
    expect(violatedPaths(await put('x', state({ observedAt: '2199-01-01T00:00:00Z' })))).toEqual(['observedAt']);
    expect(violatedPaths(await put('x', state({ externalId: 'y' })))).toEqual(['externalId']);
    expect(violatedPaths(await put('x', state({ source: { domain: 'other.example' } })))).toEqual(['source.domain']);
    const both = { externalId: 'y', source: { domain: 'other.example' }, price: -5 };
    expect(violatedPaths(await put('x', state(both)))).toEqual(['externalId', 'source.domain', 'price']);
    expect(violatedPaths(await put('y'.repeat(201), state()))).toEqual(['externalId']);
    expect((await put('x', state({ externalId: 'x', source: { domain: 'Agency.Example', name: 'A' } }))).status).toBe(
      201,
    );
  });
});

async function ofAnother(): Promise<string> {
  return api.makeKey({ role: 'ROLE_FEED_PROVIDER', sources: [DOMAIN], account: 'Another provider' });
}

/** An upload whose body is written piece by piece. */
function opened(
  url = api.url,
  apiKey = key,
): { request: http.ClientRequest; answer: Promise<{ status: number; body: string }> } {
  const headers = { 'x-api-key': apiKey, ...NDJSON };
  const request = http.request(`${url}/feeds/${DOMAIN}`, { method: 'POST', agent: false, headers });
  const answer = new Promise<{ status: number; body: string }>((resolve) => {
    request.on('error', () => {});
    request.on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, body }));
    });
  });
  return { request, answer };
}

async function chunked(body: Buffer): Promise<{ status: number; type: string }> {
  const { request, answer } = opened();
  request.end(body);
  const { status, body: text } = await answer;
  return { status, type: (JSON.parse(text) as { type: string }).type };
}
