const unitsMs: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  y: 365 * 86_400_000,
};

/** A timestamp that is a thousand years from now is still one of PostgreSQL, which begins at 4713 BC. */
const LONGEST_MS = 1_000 * unitsMs['y']!;

/**
 * `250ms`, `5s`, `30m`, `2h`, `1d` or `2y` (365 days each) in ms; undefined when it is nothing of that kind, or longer
 * than 1000y.
 */
export function parseDurationMs(text: string): number | undefined {
  const ms = msOf(text);
  return ms !== undefined && ms <= LONGEST_MS ? ms : undefined;
}

/** Whether it is written as a duration, and refused for its length alone. */
export function isTooLong(text: string): boolean {
  return (msOf(text) ?? 0) > LONGEST_MS;
}

function msOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})(ms|s|m|h|d|y)$/.exec(text.trim()) ?? [];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * unitsMs[unit]!;
}
