const unitsMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `250ms`, `5s`, `30m`, `2h` or `1d` in milliseconds; undefined when it is nothing of that kind. */
export function parseDurationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * unitsMs[unit]!;
}
