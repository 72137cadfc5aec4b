/** A few milliseconds of work. */
const AT_ONCE = 2_000;

/** What is awaited between portions of long work, so that a server goes on answering. */
export type Pause = () => Promise<void>;

/** Does something with each of many items, and pauses behind each portion of them. */
export async function eachAtLeisure<Item>(
  items: readonly Item[],
  pause: Pause,
  work: (item: Item, place: number) => void,
): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const to = Math.min(items.length, from + AT_ONCE);
    for (let place = from; place < to; place += 1) work(items[place]!, place);
    await pause();
  }
}

/**
 * Sorts many items, portion by portion: by what `portionOf` says of them, which comes first in the order, and then as
 * `compare` has it.
 */
export async function sortAtLeisure<Item, Portion extends string | number>(
  items: readonly Item[],
  pause: Pause,
  portionOf: (item: Item) => Portion,
  compare: (one: Item, other: Item) => number,
): Promise<Item[]> {
  const portions = new Map<Portion, Item[]>();
  await eachAtLeisure(items, pause, (item) => {
    const portion = portionOf(item);
    const known = portions.get(portion);
    if (known) known.push(item);
    else portions.set(portion, [item]);
  });
  const sorted: Item[] = [];
  let since = 0;
  for (const portion of [...portions.keys()].sort((one, other) => (one < other ? -1 : 1))) {
    const own = portions.get(portion)!.sort(compare);
    for (const item of own) sorted.push(item);
    since += own.length;
    if (since < AT_ONCE) continue;
    since = 0;
    await pause();
  }
  return sorted;
}
