import http from 'node:http';
import { text } from 'node:stream/consumers';
import { ApiUnderTest, type Answer } from '../testing/api-under-test.js';
import { expectProblem } from '../testing/expect-problem.js';

const LIMIT = 20;
let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start({ rateLimitPerMinute: LIMIT });
}, 60_000);
afterAll(() => api.stop());

const sources = (key: string): Promise<Answer> => api.ask('GET', '/sources', { key });
/** All of them at once, over as many connections as a machine under load opens without refusing some. */
async function flood(of: ApiUnderTest, keys: readonly string[]): Promise<Answer[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const answers = await Promise.all(
    keys.map(
      (key) =>
        new Promise<Answer>((resolve, reject) => {
          http
            .get(`${of.url}/sources`, { agent, headers: { 'x-api-key': key } }, (response) => {
              const headers = new Headers(response.headers as Record<string, string>);
              text(response).then(
                (body) => resolve({ status: response.statusCode!, headers, body: JSON.parse(body) as unknown }),
                reject,
              );
            })
            .on('error', reject);
        }),
    ),
  );
  agent.destroy();
  return answers;
}

const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

describe('a limited key', () => {
  it('is told with every answer what it may and what is left', async () => {
    const key = await api.makeKey();
    for (const left of [LIMIT - 1, LIMIT - 2]) {
      const { headers } = await sources(key);
      expect(readList(headers.get('ratelimit-policy')!)).toEqual([['per-minute', { q: LIMIT, w: 60 }]]);
      const [[policy, { r, t }]] = readList(headers.get('ratelimit')!) as [[string, Record<string, number>]];
      expect({ policy, r }).toEqual({ policy: 'per-minute', r: left });
      expect(t).toBeGreaterThan(0);
      expect(t).toBeLessThanOrEqual(60);
    }
    expect((await api.ask('GET', '/alerts/none', { key })).headers.get('ratelimit')).toMatch(
      `"per-minute";r=${LIMIT - 3};`,
    );
  });

  it('gets its limit and not one more of a thousand requests at once, and is told when to come back', async () => {
    const [key, other] = [await api.makeKey(), await api.makeKey()];
    const answers = await flood(api, Array<string>(1_000).fill(key));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectProblem(answer, 429, 'too-many-requests');
      const wait = answer.headers.get('retry-after')!;
      expect(wait).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect(readList(answer.headers.get('ratelimit')!)).toEqual([['per-minute', { r: 0, t: Number(wait) }]]);
    }
    expect((await sources(other)).status).toBe(200);
  });

  it('may still ask for what needs no key', async () => {
    const key = await api.makeKey();
    await times(LIMIT + 1, () => sources(key));
    expect((await sources(key)).status).toBe(429);
    for (const address of ['/health/live', '/health/ready', '/metrics', '/openapi.json', '/docs']) {
      const { status, headers } = await api.ask('GET', address, { key });
      expect({ address, status, limit: headers.get('ratelimit') }).toEqual({ address, status: 200, limit: null });
    }
    expect((await api.ask('GET', '/u/nothing', { key })).status).not.toBe(429);
  });

  it('is not billed for what it was refused', async () => {
    const key = await api.makeKey({ account: 'Refused' });
    const answers = await times(LIMIT + 30, () => api.ask('POST', '/properties/count', { key, body: {} }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    const reader = await api.makeKey({ account: 'Refused' });
    expect((await api.ask('GET', '/account/api-usage', { key: reader })).body.totals).toEqual({
      calls: LIMIT,
      results: 0,
    });
  });
});

it('does not speak of limits where there are none', async () => {
  const unlimited = await ApiUnderTest.start({ rateLimitPerMinute: 0 });
  const answers = await times(50, () => unlimited.ask('GET', '/sources'));
  expect(
    answers.map(({ status, headers }) => [status, headers.get('ratelimit'), headers.get('ratelimit-policy')]),
  ).toEqual(Array(50).fill([200, null, null]));
  await unlimited.stop();
});

/** A List of Strings with Integer parameters, exactly as RFC 9651 section 4.2 parses it; throws on anything else. */
function readList(text: string): [string, Record<string, number>][] {
  let rest = text.replace(/^ +| +$/g, '');
  const take = (pattern: RegExp, what: string): string => {
    const found = new RegExp(`^(?:${pattern.source})`).exec(rest);
    if (found === null) throw new Error(`expected ${what} at "${rest}" of "${text}"`);
    rest = rest.slice(found[0].length);
    return found[0];
  };
  const members: [string, Record<string, number>][] = [];
  for (;;) {
    const name = take(/"(?:[ !#-[\]-~]|\\["\\])*"/, 'a string').slice(1, -1);
    const parameters: Record<string, number> = {};
    while (rest.startsWith(';')) {
      take(/; */, 'a parameter');
      const key = take(/[a-z*][a-z0-9_.*-]*/, 'a key');
      take(/=/, 'a value');
      parameters[key] = Number(take(/-?\d{1,15}/, 'an integer'));
    }
    members.push([name, parameters]);
    if (rest === '') return members;
    take(/[ \t]*,[ \t]*(?=.)/, 'a comma');
  }
}
