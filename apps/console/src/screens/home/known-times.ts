import type { Listing } from '../../homes/home-summary.js';
import type { Home } from './use-home.js';

/** Since when a home is known and when it last changed: as its sources saw it, else as it was stored. */
export function knownTimes({ createdAt, updatedAt, listings, expired }: TimedHome) {
  const all = [...listings, ...(expired ?? [])];
  const seen = all.flatMap(({ firstSeenAt }) => firstSeenAt ?? []).map((each) => Date.parse(each));
  const changed = all.flatMap(({ lastChangedAt }) => lastChangedAt ?? []).map((each) => Date.parse(each));
  return {
    since: seen.length > 0 ? Math.min(...seen) : Date.parse(createdAt),
    changed: changed.length > 0 ? Math.max(...changed) : Date.parse(updatedAt),
  };
}

type TimedListing = Pick<Listing, 'firstSeenAt' | 'lastChangedAt'>;
type TimedHome = Pick<Home, 'createdAt' | 'updatedAt'> & {
  readonly listings: readonly TimedListing[];
  readonly expired?: readonly TimedListing[];
};
