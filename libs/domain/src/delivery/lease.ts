/** A claimed delivery belongs to its worker for this long; longer than an attempt may take. */
export const LEASE_MS = 30_000;
/** An attempt in all, from resolving the name to the last byte. */
export const ATTEMPT_MS = 15_000;
/** Between the end of the longest attempt and the end of the lease: time to write down how it went. */
export const FINISH_MARGIN_MS = 2_000;

/** Who holds a delivery and for which attempt. */
export interface Lease {
  readonly owner: string;
  readonly attemptNumber: number;
}

/** Whether an attempt may still begin: it would end, and be written down, within the lease. */
export function mayBegin(leasedUntil: number, now: number): boolean {
  return leasedUntil - now >= ATTEMPT_MS + FINISH_MARGIN_MS;
}

/**
 * Whether a result may be written: the delivery is still leased to this owner for this attempt. Somebody who slept
 * through a lease changes nothing.
 */
export function holdsLease(
  current: { readonly owner: string | null; readonly attemptNumber: number } | undefined,
  claimed: Lease,
): boolean {
  return current !== undefined && current.owner === claimed.owner && current.attemptNumber === claimed.attemptNumber;
}
