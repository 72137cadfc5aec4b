import os from 'node:os';

/** Milliseconds of all processors, since the machine started. */
export interface ProcessorTimes {
  readonly all: number;
  readonly idle: number;
}

export function processorTimes(): ProcessorTimes {
  const times = os.cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    all: user + nice + sys + irq + idle,
    idle,
  }));
  return {
    all: times.reduce((sum, { all }) => sum + all, 0),
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
  };
}

/** Share of the processors that anybody used in between, in hundredths. */
export function shareOfProcessors(before: ProcessorTimes, after: ProcessorTimes): number {
  const all = Math.max(1, after.all - before.all);
  return Math.round((100 * (all - (after.idle - before.idle))) / all) / 100;
}
