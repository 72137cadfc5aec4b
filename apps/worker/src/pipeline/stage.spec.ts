import { runStage } from './stage.js';

/** A stage that has nothing to do, and what it hears. */
function idleStage(step: () => Promise<boolean> = () => Promise.resolve(false)) {
  const stop = new AbortController();
  const failures: unknown[] = [];
  let steps = 0;
  let ring = (): void => {};
  const on = jest.fn((_topic: string, listener: () => void) => {
    ring = listener;
    return () => (ring = () => {});
  });
  const stage = {
    name: 'idle',
    wokenBy: 'changes' as const,
    step: () => {
      steps += 1;
      return step();
    },
  };
  const running = runStage(stage, stop.signal, (error) => failures.push(error), { on });
  return {
    on,
    failures,
    steps: () => steps,
    ring: () => ring(),
    end: async () => {
      stop.abort();
      await running;
    },
  };
}

/** Lets everything run that waits for no timer: those stand still. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('an idle stage', () => {
  it('looks again at once when there is news of its topic', async () => {
    const idle = idleStage();
    await settle();
    expect([idle.on.mock.calls[0]![0], idle.steps()]).toEqual(['changes', 1]);
    idle.ring();
    await settle();
    expect(idle.steps()).toBe(2);
    await idle.end();
  });

  it('looks by itself where there is no news, less and less often', async () => {
    const idle = idleStage();
    await settle();
    const looks: number[] = [];
    for (let second = 0; second < 3; second += 1) {
      const before = idle.steps();
      await jest.advanceTimersByTimeAsync(1_000);
      looks.push(idle.steps() - before);
    }
    expect(looks[0]).toBeGreaterThan(looks[2]!);
    expect(looks[2]).toBe(4);
    await idle.end();
  });

  it('looks soon again where the news is not to be seen yet', async () => {
    const idle = idleStage();
    await jest.advanceTimersByTimeAsync(3_000);
    idle.ring();
    await settle();
    const before = idle.steps();
    await jest.advanceTimersByTimeAsync(5);
    expect(idle.steps()).toBe(before + 1);
    await idle.end();
  });

  it('is not hurried by news while it fails', async () => {
    const failing = idleStage(() => Promise.reject(new Error('away')));
    await settle();
    failing.ring();
    await jest.advanceTimersByTimeAsync(400);
    expect(failing.steps()).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(failing.steps()).toBe(2);
    await failing.end();
  });

  it('hears nothing more once it has ended', async () => {
    const idle = idleStage();
    await settle();
    await idle.end();
    idle.ring();
    await settle();
    expect(idle.steps()).toBe(1);
  });
});
