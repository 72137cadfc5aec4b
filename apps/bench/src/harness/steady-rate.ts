import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does the work so many times a second while `goesOn`; a portion that is late follows at once. Answers how many
 * portions there were and how many seconds they took.
 */
export async function atSteadyRate(
  perSecond: number,
  goesOn: (portion: number) => boolean,
  work: (portion: number) => Promise<unknown>,
): Promise<{ portions: number; seconds: number }> {
  const began = performance.now();
  let portions = 0;
  for (; goesOn(portions); portions += 1) {
    await sleep(Math.max(0, began + (portions * 1_000) / perSecond - performance.now()));
    await work(portions);
  }
  return { portions, seconds: (performance.now() - began) / 1_000 };
}
