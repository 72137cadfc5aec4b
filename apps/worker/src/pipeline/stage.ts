import type { Announcements, Topic } from '@gable/persistence';
import { Alarm } from './alarm.js';

/** One step of the pipeline, repeated for as long as the worker lives. */
export interface Stage {
  readonly name: string;
  /** What ends its pauses early. It looks by itself all the same: what is announced may get lost. */
  readonly wokenBy?: Topic;
  /**
   * Does a bounded amount of work; true when there may be more. Stops early when the signal aborts. The alarm rings at
   * news, for a step that pauses by itself.
   */
  step(signal: AbortSignal, alarm?: Alarm): Promise<boolean>;
}

const SHORTEST_PAUSE_MS = 25;
/** What was announced and is not to be seen yet waits for a transaction that is about to end. */
const SHORTEST_PAUSE_AFTER_NEWS_MS = 5;
const LONGEST_PAUSE_MS = 250;
const LONGEST_PAUSE_AFTER_FAILURE_MS = 10_000;

/**
 * Runs a stage until the signal aborts. An idle stage asks less and less often, down to four times a second, and at
 * once when there is news. A failing one waits ever longer and goes on: an outage must not end the worker.
 */
export async function runStage(
  stage: Stage,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
  announcements?: Pick<Announcements, 'on'>,
): Promise<void> {
  const alarm = new Alarm(signal);
  const stopListening = stage.wokenBy && announcements?.on(stage.wokenBy, () => alarm.ring());
  let pauseMs = SHORTEST_PAUSE_MS;
  let failures = 0;
  while (!signal.aborted) {
    const shortestMs = alarm.reset() ? SHORTEST_PAUSE_AFTER_NEWS_MS : Math.max(SHORTEST_PAUSE_MS, pauseMs * 2);
    try {
      const more = await stage.step(signal, alarm);
      failures = 0;
      pauseMs = more ? 0 : Math.min(LONGEST_PAUSE_MS, shortestMs);
    } catch (error) {
      if (signal.aborted) break;
      onFailure(error);
      failures += 1;
      pauseMs = Math.min(LONGEST_PAUSE_AFTER_FAILURE_MS, LONGEST_PAUSE_MS * 2 ** failures);
    }
    await alarm.sleep(pauseMs, failures > 0); // news do not hurry a stage that fails
  }
  stopListening?.();
}
