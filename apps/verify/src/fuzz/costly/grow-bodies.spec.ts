import { SeededRandom } from '@gable/domain/testing';
import type { CostlyRoute } from './costly-routes.js';
import { growBodies } from './grow-bodies.js';
import { longestHoldMs, processorMs } from './process-cost.js';

const route: CostlyRoute = {
  name: 'POST /lists',
  method: 'POST',
  path: '/lists',
  carries: 'body',
  mostBytes: 2_000,
  seeds: [{ list: [1] }, { list: [1, 2] }],
};

it('grows bodies towards what costs more, within what the route takes', async () => {
  const sent: number[] = [];
  const measure = (_: CostlyRoute, json: unknown) => {
    const bytes = JSON.stringify(json).length;
    sent.push(bytes);
    return Promise.resolve({ status: 200, processorMs: bytes / 100, heldMs: 0 });
  };
  const [dearest, second] = await growBodies([route], 300, new SeededRandom(1), measure);
  expect(dearest!.processorMs).toBe(Math.max(...sent) / 100);
  expect(dearest!.bytes).toBeGreaterThan(500);
  expect(dearest!.processorMs).toBeGreaterThanOrEqual(second!.processorMs);
  expect(Math.max(...sent)).toBeLessThanOrEqual(route.mostBytes);
});

it('measures again what comes near to a bound, and believes the least', async () => {
  const asked: boolean[] = [];
  const [body] = await growBodies([{ ...route, seeds: [{}] }], 0, new SeededRandom(1), (_, __, again) => {
    asked.push(again);
    return Promise.resolve({ status: 200, processorMs: again ? 12 : 90, heldMs: 1 });
  });
  expect(asked).toEqual([false, true]);
  expect(body!.processorMs).toBe(12);
});

it('reads what a process has used, and how long its event loop was held', () => {
  const before = processorMs(process.pid);
  for (let n = 0; n < 5e6; n += 1) Math.sqrt(n);
  expect(processorMs(process.pid)).toBeGreaterThan(before);
  expect(longestHoldMs('nodejs_eventloop_lag_max_seconds 0.064\n')).toBeCloseTo(54);
  expect(() => longestHoldMs('nothing')).toThrow(/says nothing/);
});
