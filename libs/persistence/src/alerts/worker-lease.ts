/**
 * First key of the advisory locks that workers hold; the second is their number. Any number; the same in every worker.
 */
export const WORKER_LOCK_CLASS = 4_225_306;

/** How long a worker that stopped without losing its connection is taken for alive. */
export const LEASE_SECONDS = 30;
