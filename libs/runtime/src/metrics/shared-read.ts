/** Reads something; who asks while it is being read gets the same answer: the gauges of one scrape cost one read. */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}
