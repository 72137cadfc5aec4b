/** What an account may have a number of. */
export const QUOTA_KINDS = ['alerts', 'shapes', 'favorites', 'keys'] as const;
/** One of QUOTA_KINDS. */
export type QuotaKind = (typeof QUOTA_KINDS)[number];

/** How many of each an account may have. */
export type Quotas = Readonly<Record<QuotaKind, number>>;

/** What an account may have where the operator says nothing else. */
export const DEFAULT_QUOTAS: Quotas = { alerts: 100_000, shapes: 10_000, favorites: 100_000, keys: 100 };

/** The largest quota that can be set. */
export const LARGEST_QUOTA = 999_999_999;

/** The quotas where the operator says something of some. */
export function quotasWith(given: Partial<Quotas>): Quotas {
  return { ...DEFAULT_QUOTAS, ...given };
}

/** An account has as many as it may have. The message is a sentence for whoever asked for one more. */
export class QuotaExceeded extends Error {
  override readonly name = 'QuotaExceeded';

  constructor(
    readonly kind: QuotaKind,
    readonly limit: number,
  ) {
    super(
      `This account may have ${limit.toLocaleString('en')} ${NOUNS[kind]} and has them. ` +
        `Remove some, or ask the operator for a larger quota of ${kind}.`,
    );
  }
}

const NOUNS: Readonly<Record<QuotaKind, string>> = {
  alerts: 'alerts',
  shapes: 'drawn areas',
  favorites: 'favourite properties',
  keys: 'API keys that are not revoked',
};
