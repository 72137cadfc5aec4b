import { createLogger } from '@gable/runtime';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { LoopDelay } from './loop-delay.js';

interface Line {
  msg: string;
  route: string;
  waitedMs: number;
  connectionMs: number;
  databaseMs: number;
  loopDelayMs: number;
  processorWaitMs: number;
  ms: number;
}

it('says at level debug where the time of each answer went', async () => {
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Line);
  const log = createLogger({ name: 'api', level: 'debug', destination: { write } });
  const api = await ApiUnderTest.start({ log });
  const { status, headers } = await api.search({});
  expect(status).toBe(200);
  while (!lines.some(({ route }) => route === '/properties')) await new Promise((resolve) => setTimeout(resolve, 5));
  const line = lines.find(({ route }) => route === '/properties');
  expect(line).toMatchObject({ msg: 'answered', method: 'POST', status: 200, requestId: headers.get('x-request-id') });
  const { ms, waitedMs, connectionMs, databaseMs, loopDelayMs, processorWaitMs } = line!;
  for (const part of [waitedMs, connectionMs, loopDelayMs, processorWaitMs]) expect(part).toBeGreaterThanOrEqual(0);
  expect(databaseMs).toBeGreaterThan(0); // a first search takes some milliseconds there
  // A search asks two things at once, of which one may connect while the other is answered. Each part is rounded.
  expect(waitedMs + Math.max(connectionMs, databaseMs)).toBeLessThanOrEqual(ms + 2);
  await api.stop();
});

it('counts how long the event loop was held, whether it has turned since or not', async () => {
  const loop = new LoopDelay();
  const hold = (milliseconds: number) => {
    for (const until = performance.now() + milliseconds; performance.now() < until;);
  };
  hold(60);
  expect(loop.totalMs()).toBeGreaterThanOrEqual(50);
  await new Promise((resolve) => setTimeout(resolve, 20));
  hold(60);
  expect(loop.totalMs()).toBeGreaterThanOrEqual(100);
});
