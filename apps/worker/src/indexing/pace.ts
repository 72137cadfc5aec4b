/** How much an indexer asks of the search engine. */
export interface Pace {
  /** Marks taken at once. */
  readonly batch: number;
  /** Rest before the next ones, in milliseconds. */
  readonly pauseMs: number;
}

export const FULL_PACE: Pace = { batch: 1_000, pauseMs: 0 };
const SLOWEST: Pace = { batch: 50, pauseMs: 10_000 };
const FIRST_PAUSE_MS = 200;

/**
 * Slower where the engine puts most of what it gets off (429, 5xx, no answer), at full pace again soon after it takes
 * all. Where it puts some off, as a busy engine does, only those come again later.
 */
export function nextPace({ batch, pauseMs }: Pace, sent: number, putOff: number): Pace {
  if (putOff * 2 > sent)
    return {
      batch: Math.max(SLOWEST.batch, batch >> 1),
      pauseMs: Math.min(SLOWEST.pauseMs, Math.max(FIRST_PAUSE_MS, pauseMs * 2)),
    };
  return { batch: putOff > 0 ? batch : Math.min(FULL_PACE.batch, batch * 2), pauseMs: 0 };
}
