import http from 'node:http';
import { createLogger } from '@gable/runtime';
import { ApiUnderTest } from '../testing/api-under-test.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start({ publicRequestsPerMinute: 0 });
}, 60_000);
afterAll(() => api.stop());

const ask = (address: string, headers = {}, by = api) => by.ask('GET', address, { key: null, headers });

/** Headers but those that differ from answer to answer, in their order. */
const steady = ({ headers }: { headers: Headers }) =>
  [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));

/** Sent with a body, which `fetch` refuses to do. */
function askWithBody(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${api.url}/health/live`,
      { agent: false, headers: { 'content-length': 2 } },
      (response) => response.resume().on('end', () => resolve(response.statusCode)),
    );
    request.on('error', reject).end('{}');
  });
}

async function countOf(address: string): Promise<number> {
  const count =
    /http_request_duration_seconds_count\{[^}]*method="GET",route="\/health\/live",status="200"[^}]*\} (\d+)/;
  const { body } = await ask(address);
  return Number(count.exec(body as string)?.[1] ?? 0);
}

it('answers a plain probe as its route answers all others', async () => {
  const [plain, byRoute] = [await ask('/health/live'), await ask('/health/live?from=the-route')];
  expect(plain).toMatchObject({ status: 200, body: { status: 'live' } });
  expect(byRoute).toMatchObject({ status: 200, body: { status: 'live' } });
  expect(steady(plain)).toEqual(steady(byRoute));
  expect(steady(plain).length).toBeGreaterThan(15);
});

it('gives each answer an id of its own', async () => {
  const ids = [await ask('/health/live'), await ask('/health/live')].map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
});

it('leaves other forms of the question to the route', async () => {
  expect((await api.ask('HEAD', '/health/live', { key: null })).status).toBe(200);
  expect((await ask('/health/live/')).status).toBe(200);
  expect((await api.ask('POST', '/health/live', { key: null, body: {} })).status).toBe(405);
  expect(await askWithBody()).toBe(200);
});

it('counts plain probes among the requests of the route', async () => {
  const before = await countOf('/metrics');
  for (let n = 0; n < 5; n += 1) await ask('/health/live');
  expect((await countOf('/metrics')) - before).toBe(5);
});

it('leaves probes to the route where each request has a line in the log', async () => {
  const lines: string[] = [];
  const log = createLogger({
    name: 'api',
    level: 'debug',
    destination: { write: (line: string) => void lines.push(line) },
  });
  const talkative = await ApiUnderTest.start({ log });
  await ask('/health/live', {}, talkative);
  await talkative.stop();
  expect(lines.filter((line) => line.includes('"route":"/health/live"'))).toHaveLength(1);
}, 60_000);
