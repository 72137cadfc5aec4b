import { setTimeout as sleep } from 'node:timers/promises';

/** One step of the pipeline, repeated for as long as the worker lives. */
export interface Stage {
  readonly name: string;
  /** Does a bounded amount of work; true when there may be more. Stops early when the signal aborts. */
  step(signal: AbortSignal): Promise<boolean>;
}

const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 250;
const LONGEST_PAUSE_AFTER_FAILURE_MS = 10_000;

/**
 * Runs a stage until the signal aborts. An idle stage asks less and less often, down to four times a second. A failing
 * one waits ever longer and goes on: an outage must not end the worker.
 */
export async function runStage(stage: Stage, signal: AbortSignal, onFailure: (error: unknown) => void): Promise<void> {
  let pauseMs = SHORTEST_PAUSE_MS;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const more = await stage.step(signal);
      failures = 0;
      pauseMs = more ? 0 : Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pauseMs * 2));
    } catch (error) {
      if (signal.aborted) return;
      onFailure(error);
      failures += 1;
      pauseMs = Math.min(LONGEST_PAUSE_AFTER_FAILURE_MS, LONGEST_PAUSE_MS * 2 ** failures);
    }
    if (pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
