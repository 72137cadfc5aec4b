import { identifyProcess } from '@gable/runtime';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** Resolves when none of these processes runs any more, however they ended. */
export async function ended(pids: readonly number[], signal: AbortSignal): Promise<void> {
  const known = pids.map((pid) => identifyProcess(pid)).filter((identity) => identity !== undefined);
  for (const { pid, startedAt } of known)
    while (identifyProcess(pid)?.startedAt === startedAt) await sleep(POLL_MS, undefined, { signal });
}
