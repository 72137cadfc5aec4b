/** How long a worker that stopped without losing its connection is taken for alive. */
export const LEASE_SECONDS = 30;
