/** Passes of which the median counts. */
export const PASSES = 5;

/** Processor time of the process, in milliseconds: what else the machine does hardly moves it. Known to the microsecond: for work of milliseconds. */
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

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** Three significant digits: more is noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
