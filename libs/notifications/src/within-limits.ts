import { setMaxListeners } from 'node:events';
import type { AttemptResult } from './channel.js';

/**
 * Runs one attempt under one clock: every timeout of a socket starts anew with each byte, and a hostile receiver sends
 * one now and then. Ends at `timeoutMs` or when `signal` says so even if the attempt itself does not notice.
 * @param explain what an error of the attempt says of it.
 */
export async function withinLimits(
  timeoutMs: number,
  signal: AbortSignal,
  attempt: (signal: AbortSignal) => Promise<AttemptResult>,
  explain: (error: unknown) => AttemptResult,
): Promise<AttemptResult> {
  if (signal.aborted) return { kind: 'failed', code: 'ABORTED' };
  const controller = new AbortController();
  // One signal serves all attempts of a process; Node warns from the eleventh listener on.
  setMaxListeners(0, signal);
  let end: (code: 'TIMEOUT' | 'ABORTED') => void;
  const ended = new Promise<AttemptResult>((resolve) => {
    end = (code) => {
      resolve({ kind: 'failed', code });
      controller.abort();
    };
  });
  const timer = setTimeout(() => end('TIMEOUT'), timeoutMs);
  const stop = (): void => end('ABORTED');
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([ended, attempt(controller.signal).catch(explain)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
