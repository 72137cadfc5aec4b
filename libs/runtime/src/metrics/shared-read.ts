/** Reads something; who asks while it is being read gets the same answer: the gauges of one scrape cost one read. */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}

/** Reads something at most once in so many milliseconds; what failed is read again by the next who asks. */
export function keptRead<T>(
  keptMs: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let until = -Infinity;
  return () => {
    if (kept !== undefined && now() < until) return kept;
    until = now() + keptMs;
    const reading = read();
    kept = reading;
    reading.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading;
  };
}
