import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageResult } from '@gable/search';
import { ApiUnderTest } from './testing/api-under-test.js';

it('lets nobody down who was being served: answers what is under way, turns new connections away, then ends', async () => {
  let answerSearch!: (result: PageResult) => void;
  const searchBegun = new Promise<void>((begun) => {
    searching = begun;
  });
  const engine = {
    findPage: () =>
      new Promise<PageResult>((resolve) => {
        answerSearch = resolve;
        searching();
      }),
  };
  const api = await ApiUnderTest.start({ search: engine as never });
  const key = await api.makeKey();
  const agent = new http.Agent({ keepAlive: true });
  const idle = await get(api, agent); // its connection stays open and idle
  expect(idle).toEqual({ status: 200, connection: 'keep-alive' });

  const underWay = api.search({}, { key });
  await searchBegun;
  api.health.drain();
  expect((await api.ask('GET', '/health/ready', { key: null })).status).toBe(503);
  const drained = api.drain.run([], { notReadyMs: 200, lastAnswersMs: 3_000, inFlightMs: 60_000 });
  expect((await get(api, agent)).connection).toBe('keep-alive'); // one more would come for each that is closed
  await untilRefused(api);
  expect(await get(api, agent)).toEqual({ status: 200, connection: 'close' }); // over the connection that was idle

  answerSearch({ ids: [], total: 0, totalIsExact: true, hasMore: false, backend: 'postgres' });
  const { status, headers } = await underWay;
  expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'close' });
  await drained;
  await api.stop();
});

let searching: () => void;

/** A connection that comes in the very moment in which the server closes is reset; those behind it are refused. */
async function untilRefused(api: ApiUnderTest): Promise<void> {
  for (let code = ''; code !== 'ECONNREFUSED'; await sleep(20))
    await get(api, new http.Agent()).catch((error: NodeJS.ErrnoException) => (code = error.code ?? ''));
}

function get(
  api: ApiUnderTest,
  agent: http.Agent,
): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    http
      .get(`${api.url}/health/live`, { agent }, (response) => {
        response
          .resume()
          .on('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
      })
      .on('error', reject);
  });
}
