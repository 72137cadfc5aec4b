/** Passes of which the median counts. */
export const PASSES = 5;

/** The value that `share` of the times stay below. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** A quantile in tenths of a millisecond: more is noise. */
export const tenths = (times: readonly number[], share: number): number => Number(quantile(times, share).toFixed(1));

/** Three significant digits: more is noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/**
 * Processor time of the process in milliseconds, which other load of the machine hardly changes. Precise enough for
 * work of milliseconds.
 */
export function cpuMilliseconds(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

/** Time on the clock, for single short steps and for pauses somebody waits through. */
export function milliseconds(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Milliseconds on the clock until the work has resolved. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Runs both in turns, so that other load of the machine hits both; rounds below 0 warm up and do not count. */
export async function inTurns(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<[one: number[], other: number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -warmUp; round < rounds; round += 1) {
    const pair = [await timed(one), await timed(other)] as const;
    if (round >= 0) times.forEach((list, which) => list.push(pair[which]!));
  }
  return times;
}
