const unitsMs: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  y: 365 * 86_400_000,
};

/** `250ms`, `5s`, `30m`, `2h`, `1d` or `2y` (365 days each) in ms; undefined when it is nothing of that kind. */
export function parseDurationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})(ms|s|m|h|d|y)$/.exec(text.trim()) ?? [];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * unitsMs[unit]!;
}
