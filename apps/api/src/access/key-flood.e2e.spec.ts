import http from 'node:http';
import { rounds } from '@gable/domain/testing';
import { generateApiKey } from '@gable/runtime';
import { ApiUnderTest } from '../testing/api-under-test.js';

const WRONG_KEYS = rounds(4_000, 10_000);
let api: ApiUnderTest;
const started: ApiUnderTest[] = [];

async function start(settings?: Parameters<typeof ApiUnderTest.start>[0]): Promise<ApiUnderTest> {
  const own = await ApiUnderTest.start(settings);
  started.push(own);
  return own;
}

beforeAll(async () => {
  api = await start({ publicRequestsPerMinute: 0 }); // which also answers refusals at once
}, 60_000);
afterAll(() => Promise.all(started.map((each) => each.stop())));

/** The statuses of all of them, over as many connections as a machine under load opens without refusing some. */
async function flood(keys: readonly string[], meanwhile: (answered: number) => void): Promise<Map<number, number>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const statuses = new Map<number, number>();
  let answered = 0;
  const ask = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const request = http.get(`${api.url}/sources`, { agent, headers: { 'x-api-key': key } }, (response) => {
        const status = response.statusCode!;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        meanwhile((answered += 1));
        response.resume().once('end', resolve);
      });
      request.once('error', reject);
    });
  await Promise.all(keys.map(ask));
  agent.destroy();
  return statuses;
}

it('answers a right key that it has not seen yet beside thousands of wrong ones from the same address', async () => {
  const [early, late] = [await api.makeKey(), await api.makeKey()];
  const wrong = Array.from({ length: WRONG_KEYS }, () => generateApiKey().apiKey);
  const statements = jest.spyOn(api.database, 'query');
  const right: Promise<number>[] = [];
  const ask = (key: string) => right.push(api.ask('GET', '/sources', { key }).then(({ status }) => status));
  const statuses = await flood(wrong, (answered) => {
    if (answered === WRONG_KEYS / 4) ask(early);
    if (answered === WRONG_KEYS - 100) ask(late);
  });
  expect(await Promise.all(right)).toEqual([200, 200]);
  expect(Object.fromEntries(statuses)).toEqual({ 401: WRONG_KEYS });
  const lookUps = statements.mock.calls.filter(([text]) => text.includes('from api_key'));
  const ids = lookUps.map(([, parameters]) => (parameters as [string[]])[0].length);
  expect(ids.reduce((sum, each) => sum + each)).toBe(WRONG_KEYS + 2);
  // How full a portion gets depends on how fast this machine asks; key-look-ups.spec.ts counts exactly.
  expect(lookUps.length).toBeLessThan(WRONG_KEYS / 4);
}, 240_000);

it('tells callers behind a proxy apart, and no stranger’s claim', async () => {
  const own = await start({ trustedProxies: ['127.0.0.0/8'], publicRequestsPerMinute: 1 });
  const strict = await start({ publicRequestsPerMinute: 1 });
  const statuses = async (from: ApiUnderTest, addresses: readonly string[]) => {
    const found: number[] = [];
    for (const address of addresses)
      found.push((await from.ask('GET', '/metrics', { key: null, headers: { 'x-forwarded-for': address } })).status);
    return found;
  };
  const loud = ['203.0.113.9', '1.1.1.1, 203.0.113.9'];
  expect(await statuses(own, [...loud, '203.0.113.9, 203.0.113.10'])).toEqual([200, 429, 200]);
  expect(await statuses(strict, ['203.0.113.1', '203.0.113.2'])).toEqual([200, 429]);
});
