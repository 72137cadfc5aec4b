import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work awaits the answer now and then, so that the event loop is free every 15 ms: for leases, feeds, health. */
export function pace(): () => Promise<void> | undefined {
  let until = performance.now() + CHUNK_MS;
  return () =>
    performance.now() < until ? undefined : nextTurn().then(() => void (until = performance.now() + CHUNK_MS));
}

const CHUNK_MS = 15;
