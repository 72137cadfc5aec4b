import { LEASE_MS } from '@gable/domain/delivery';

/** What is measured of the polite customers, in milliseconds. */
export const MEASURES = {
  search: 'a search, from when it was due to its last byte',
  searchBetweenKills: 'the same, away from kills of the API',
  apiRestart: 'from a kill of the API until its successor listens',
  workerRestart: 'from a kill of the worker until its successor is ready',
  commitToEvent: 'from the commit of a change until its events stand',
  commitToEventBetweenKills: 'the same, away from kills of the worker',
  eventToAttempt: 'from an event to the first attempt at a healthy receiver',
  eventToAttemptBetweenKills: 'the same, away from kills of the worker',
} as const;

export type Measure = keyof typeof MEASURES;
export type Times = Readonly<Record<Measure, readonly number[]>>;

/**
 * Below it they are early enough, whatever the quiet run took. What a killed worker had claimed waits for the end of
 * its lease, so how many do is a matter of luck.
 */
const GOALS_MS: Partial<Record<Measure, number>> = {
  apiRestart: 5_000,
  workerRestart: 5_000,
  eventToAttempt: LEASE_MS + 5_000,
  eventToAttemptBetweenKills: 2_000,
};
/** What there may be nothing of: a short run kills little, or leaves nothing between its kills. */
const OPTIONAL: readonly Measure[] = [
  'searchBetweenKills',
  'apiRestart',
  'workerRestart',
  'commitToEventBetweenKills',
  'eventToAttemptBetweenKills',
];

/**
 * Lines of what is slower beside rude customers than it may be: a p99 of more than `most` times the quiet one. Below
 * the floor nothing counts as slow: it keeps a busy machine from failing the run. Pure.
 */
export function judgeTimes(
  quiet: Times,
  rude: Times,
  { most, floorMs }: { most: number; floorMs: number },
): readonly string[] {
  return (Object.keys(MEASURES) as Measure[]).flatMap((measure) => {
    const [was, is] = [p99(quiet[measure]), p99(rude[measure])];
    const floor = Math.max(floorMs, GOALS_MS[measure] ?? 0);
    if (was === undefined || is === undefined) {
      const silent = was === undefined ? 'quiet' : 'rude';
      return OPTIONAL.includes(measure) ? [] : [`${measure}: nothing was measured in the ${silent} phase`];
    }
    if (is <= floor || is <= most * was) return [];
    return [`${measure}: p99 ${is} ms, ${(is / Math.max(1, was)).toFixed(1)} times the quiet ${was} ms`];
  });
}

/** The value that 99 % stay below, in whole milliseconds; undefined of nothing. */
export function p99(times: readonly number[]): number | undefined {
  return quantile(times, 0.99);
}

/** The value that a share stays below, in whole milliseconds; undefined of nothing. */
export function quantile(times: readonly number[], share: number): number | undefined {
  const sorted = [...times].sort((a, b) => a - b);
  const at = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return at === undefined ? undefined : Math.round(at);
}
