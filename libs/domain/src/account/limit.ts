/** Who may say a limit, the strongest first: the first that says one counts. */
export const LIMIT_SOURCES = ['key', 'account', 'plan', 'setting'] as const;
/** One of LIMIT_SOURCES. */
export type LimitSource = (typeof LIMIT_SOURCES)[number];

/** A limit, and who said it. */
export interface EffectiveLimit {
  readonly limit: number;
  readonly source: LimitSource;
}

/** The limit that counts of those that are said; null or absent: nothing is said there. */
export function effectiveLimit(
  said: Readonly<Partial<Record<Exclude<LimitSource, 'setting'>, number | null>>>,
  setting: number,
): EffectiveLimit {
  const all = { ...said, setting };
  const source = LIMIT_SOURCES.find((each) => (all[each] ?? null) !== null)!;
  return { limit: all[source]!, source };
}
