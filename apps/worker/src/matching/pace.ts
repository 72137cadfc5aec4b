import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work awaits the answer now and then: the event loop gets its turn every 15 ms, so that leases are renewed, feeds read and health answered. */
export function pace(): () => Promise<void> | undefined {
  let until = performance.now() + CHUNK_MS;
  return () =>
    performance.now() < until ? undefined : nextTurn().then(() => void (until = performance.now() + CHUNK_MS));
}

const CHUNK_MS = 15;
