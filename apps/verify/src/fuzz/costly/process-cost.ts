import fs from 'node:fs';

/**
 * Processor time that a process has used so far, in milliseconds, over all of its threads: to the nanosecond, which
 * `ps` and /proc/PID/stat are not (Linux, Documentation/scheduler/sched-stats.rst).
 */
export function processorMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread ended meanwhile.
    }
  }
  return nanoseconds / 1e6;
}

/** How often Node looks whether the event loop is free, which every figure of it includes. */
const RESOLUTION_MS = 10;

/**
 * The longest that the event loop of a process was held since this was asked before, in milliseconds, of the text that
 * its /metrics answers.
 */
export function longestHoldMs(metrics: string): number {
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)$/m.exec(metrics) ?? [];
  if (seconds === undefined) throw new Error('/metrics says nothing of nodejs_eventloop_lag_max_seconds.');
  return Math.max(0, Number(seconds) * 1_000 - RESOLUTION_MS);
}
