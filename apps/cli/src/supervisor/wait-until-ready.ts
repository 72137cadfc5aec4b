import { setTimeout as sleep } from 'node:timers/promises';
import type { SupervisedChild } from './supervised-child.js';

const POLL_MS = 50;
const PATIENCE_MS = 120_000;
/**
 * One failed start may be bad luck (a port just taken); three in a row are a defect, and its reason stands in the log
 * above.
 */
const FAILED_STARTS = 3;

/** Resolves when a child's `/health/ready` answers 200. @throws with what is missing when it keeps failing. */
export async function waitUntilReady(
  name: string,
  child: SupervisedChild,
  host: string,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const reason = await whyNotReady(child, host);
    if (reason === undefined) return;
    if (child.failedStarts >= FAILED_STARTS)
      throw new Error(`The ${name} ended ${child.failedStarts} times before it was ready. The log above says why.`);
    if (Date.now() > deadline) throw new Error(`The ${name} is not ready after ${PATIENCE_MS / 1000} s: ${reason}`);
    await sleep(POLL_MS, undefined, { signal });
  }
}

async function whyNotReady({ port }: SupervisedChild, host: string): Promise<string | undefined> {
  if (port === undefined) return 'it does not listen yet.';
  try {
    const response = await fetch(`http://${host}:${port}/health/ready`, { signal: AbortSignal.timeout(5_000) });
    const text = await response.text();
    return response.ok ? undefined : text;
  } catch (error) {
    return (error as Error).message;
  }
}
