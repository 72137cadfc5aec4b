import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { sampleHome } from '../testing/sample-homes.js';

const DOMAIN = 'agency.example';
let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start();
});
afterAll(() => api.stop());

const lineOf = (n: number) => `${JSON.stringify({ ...sampleHome(n), source: { domain: DOMAIN, name: 'Agency' } })}\n`;
const jobs = () =>
  api.database.query<{ state: string; isCut: boolean }>(`select state, touched_at = 'epoch' as "isCut" from feed_job`);

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50);
}

it('is refused at its end where the key was revoked meanwhile, however long it took, and is never read', async () => {
  const key = await api.makeKey({ role: 'ROLE_FEED_PROVIDER', sources: [DOMAIN] });
  const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' };
  const upload = http.request(`${api.url}/feeds/${DOMAIN}`, { method: 'POST', headers, agent: false });
  upload.write(lineOf(1));
  await until(async () => (await jobs()).length === 1);
  await api.revoke(key);
  await until(async () => (await api.ask('GET', `/feeds/${DOMAIN}/jobs`, { key })).status === 401);
  upload.end(lineOf(2));
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(401);
  expect(await jobs()).toEqual([{ state: 'UPLOADING', isCut: true }]);
}, 30_000);
