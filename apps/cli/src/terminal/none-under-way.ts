import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a worker that is killed keeps what it has taken. */
const PATIENCE_MS = 35_000;
const LOOK_EVERY_MS = 100;

/** Waits until nothing is being sent any more; answers how much still is, where somebody does not end it. */
export async function noneUnderWay(count: () => Promise<number>, signal: AbortSignal): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  let underWay = await count();
  while (underWay > 0 && Date.now() < deadline) {
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    underWay = await count();
  }
  return underWay;
}
