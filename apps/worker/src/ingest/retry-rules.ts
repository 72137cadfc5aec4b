// When a feed is read again that failed, a file of the drop folder and a job over HTTP alike.

/** Tries of a feed before it is given up. */
export const MOST_TRIES = 3;
/** Ends of the worker inside one feed before it is given up: any other cause would hit other feeds too. */
export const MOST_DEATHS = 20;
/** Kills happen; only a feed in which workers end again and again lets those behind it go first, and is suspected. */
export const PATIENT_DEATHS = 2;
const WAITS_MS = [1_000, 5_000];
/** Of a feed that is given up, too, where it cannot be put away. */
export const LONGEST_WAIT_MS = 60_000;

/** How long a feed waits that has failed so often; undefined where it is given up. */
export function waitAfterTry(tries: number): number | undefined {
  return tries >= MOST_TRIES ? undefined : (WAITS_MS[tries - 1] ?? LONGEST_WAIT_MS);
}

/** How long a feed waits in which so many workers ended; undefined where it is given up. */
export function waitAfterDeath(deaths: number): number | undefined {
  if (deaths >= MOST_DEATHS) return undefined;
  return deaths <= PATIENT_DEATHS ? 0 : Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** (deaths - PATIENT_DEATHS));
}
