import type { ClaimedDelivery } from '@gable/persistence/delivery';
import { Alarm } from '../pipeline/alarm.js';
import type { DeliveryParts } from './delivery-parts.js';
import { DeliveryStage } from './delivery-stage.js';
import type { ResultListener } from './result-writer.js';

const DELIVERY = {
  id: 'one',
  accountId: 'a',
  endpointId: 1,
  originId: 1,
  origin: 'o',
  isProven: true,
} as ClaimedDelivery;

/** A stage with one delivery under way that does not end, and how often it has claimed. */
function busyStage() {
  const stop = new AbortController();
  const alarm = new Alarm(stop.signal);
  let results: ResultListener | undefined;
  let claims = 0;
  const now = (): Date => new Date(0);
  const parts = {
    prepare: () => Promise.resolve(),
    claims: {
      claim: () => {
        claims += 1;
        return Promise.resolve({ deliveries: claims === 1 ? [DELIVERY] : [], runs: claims === 1 ? 1 : 0, ended: 0 });
      },
    },
    composer: { compose: () => new Promise(() => {}) },
    clock: { now, sync: () => Promise.resolve(now()) },
    writer: (listener: ResultListener) => {
      results = listener;
      return { add: () => {}, settled: () => Promise.resolve() };
    },
    listener: { written: () => {}, broken: () => {} },
  } as unknown as DeliveryParts;
  const running = new DeliveryStage(parts).step(stop.signal, alarm);
  return {
    claims: () => claims,
    ring: () => alarm.ring(),
    written: () => results!.written({ applied: [], stale: [] }),
    end: async () => {
      stop.abort();
      await jest.advanceTimersByTimeAsync(100);
      await running;
    },
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('while something is under way', () => {
  it('looks by itself for what is due', async () => {
    const stage = busyStage();
    await jest.advanceTimersByTimeAsync(29);
    expect(stage.claims()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(stage.claims()).toBe(2);
    await stage.end();
  });

  it.each(['ring', 'written'] as const)(
    'claims sooner after "%s", together with what comes meanwhile',
    async (news) => {
      const stage = busyStage();
      await jest.advanceTimersByTimeAsync(5);
      stage[news]();
      stage[news]();
      await jest.advanceTimersByTimeAsync(14);
      expect(stage.claims()).toBe(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(stage.claims()).toBe(2);
      await jest.advanceTimersByTimeAsync(29);
      expect(stage.claims()).toBe(2);
      await stage.end();
    },
  );
});
