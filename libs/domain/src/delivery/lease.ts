/** A claimed delivery belongs to its worker for this long; longer than an attempt may take. */
export const LEASE_MS = 30_000;
/** An attempt in all, from resolving the name to the last byte. */
export const ATTEMPT_MS = 15_000;
/** Between the end of the longest attempt and the end of the lease: time to write down how it went. */
export const FINISH_MARGIN_MS = 2_000;

/** Who holds a delivery, for which attempt and until when: a time, or milliseconds since 1970. */
export interface Lease {
  readonly owner: string;
  readonly attemptNumber: number;
  readonly leasedUntil: Date | number;
}

/** Whether an attempt may still begin: it would end, and be written down, within the lease. */
export function mayBegin(leasedUntil: number, now: number): boolean {
  return leasedUntil - now >= ATTEMPT_MS + FINISH_MARGIN_MS;
}

/**
 * Whether a result may be written: the delivery is still leased to this owner for this attempt, by this lease. Somebody
 * who slept through a lease changes nothing, also where he has taken the same attempt again since.
 */
export function holdsLease(
  current:
    | { readonly owner: string | null; readonly attemptNumber: number; readonly leasedUntil: Date | number | null }
    | undefined,
  claimed: Lease,
): boolean {
  return (
    current !== undefined &&
    current.owner === claimed.owner &&
    current.attemptNumber === claimed.attemptNumber &&
    Number(current.leasedUntil) === Number(claimed.leasedUntil)
  );
}
