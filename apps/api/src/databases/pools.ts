import type { ConnectionOptions } from '@gable/platform';
import type { FairSlotsOptions } from '@gable/runtime';

/** What a kind of work may take of this process and of the database. */
export interface PoolOptions extends FairSlotsOptions {
  /** Of its statements, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** Who waited so long for a slot is refused, in milliseconds. */
  readonly longestWaitMs: number;
  /** What a caller is advised who is refused. */
  readonly retryAfterSeconds: number;
  /** What waits, in a sentence. */
  readonly noun: string;
}

const SHORT = {
  statementTimeoutMs: 5_000,
  quantumMs: 50,
  queueLength: 100,
  longestWaitMs: 10_000,
  retryAfterSeconds: 1,
};
const LONG = { quantumMs: 500, queueLength: 32, longestWaitMs: 30_000, retryAfterSeconds: 5 };

/**
 * The pools, each with slots and connections of its own: what waits in one delays nobody in another. An account holds
 * a quarter of the slots of a pool while others want them, and one at least (`FairSlots`).
 */
export const POOLS = {
  search: { ...SHORT, slots: 8, noun: 'searches' },
  // Over the connections of searches, many in one statement (RecentRecords): a slot costs neither a connection nor much
  // of a processor.
  reads: { ...SHORT, slots: 32, noun: 'reads' },
  // Two, each on one core: on the smallest machine that leaves room for searches (npm run bench -- http --parts
  // neighbours).
  analytics: { ...LONG, slots: 2, statementTimeoutMs: 30_000, noun: 'questions to the analytics' },
  preview: { ...LONG, slots: 4, statementTimeoutMs: 5_000, noun: 'previews' },
  records: { ...SHORT, slots: 8, noun: 'requests' },
  // An upload takes as long as its network does: what holds the others up is the number of them, not their time.
  uploads: { ...LONG, slots: 8, statementTimeoutMs: 15_000, queueLength: 8, retryAfterSeconds: 30, noun: 'uploads' },
  // Each waits for the one writer of listings.
  listings: { ...LONG, slots: 2, statementTimeoutMs: 15_000, noun: 'listings' },
} as const satisfies Readonly<Record<string, PoolOptions>>;
export type PoolName = keyof typeof POOLS;

export const POOL_NAMES = Object.keys(POOLS) as readonly PoolName[];

/**
 * What all pools share: how much runs at once, whatever it is. Pools keep short work from waiting for long work of the
 * same account; this keeps the work of one account, together, from taking the processors that all others need. There
 * are two slots for each processor, and busy accounts together leave a quarter of the processors to those who come by.
 */
export function sharedSlots(slots: number): PoolOptions {
  const busySlots = Math.max(1, Math.floor((3 * slots) / 8));
  return { ...SHORT, slots, busySlots, busyRest: BUSY_REST, longestWaitMs: LONG.longestWaitMs, noun: 'requests' };
}

/** Busy accounts have their slots for half of the time. */
const BUSY_REST = 1;

/** A search reads two things at once, and previews search too: neither may wait long for a connection. */
const SEARCH_CONNECTIONS = POOLS.search.slots + 2;

/** The connections of a pool: one for each of its slots. */
export function connectionsOf(pool: PoolName): ConnectionOptions {
  const { slots, statementTimeoutMs } = POOLS[pool];
  return {
    applicationName: `gable api ${pool}`,
    poolSize: pool === 'search' ? SEARCH_CONNECTIONS : slots,
    statementTimeoutMs,
    ...(pool === 'analytics' && { parallelWorkers: 0 }),
    mayReadReplica: pool === 'search' || pool === 'analytics',
  };
}
