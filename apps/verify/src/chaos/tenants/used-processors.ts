/** Seconds of processors by who used them. */
export type UsedProcessors = Readonly<Record<string, number>>;

/** Who used how much in between, in tenths of a second; nobody who used less. */
export function usedBetween(before: UsedProcessors, after: UsedProcessors): UsedProcessors {
  const used = Object.entries(after).map(([who, seconds]) => [who, tenths(seconds - (before[who] ?? 0))] as const);
  return Object.fromEntries(used.filter(([, seconds]) => seconds > 0).sort(([, one], [, other]) => other - one));
}

const tenths = (seconds: number): number => Math.round(10 * seconds) / 10;
