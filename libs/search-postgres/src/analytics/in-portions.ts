import { setImmediate as nextTurn } from 'node:timers/promises';

/** Units of work, of which some ten thousand take a millisecond, in one turn of the event loop. */
const UNITS = 10_000;

/**
 * Maps items as `map` does, a portion at a time. Where there is more than one portion, each has a turn of the event
 * loop of its own: others are not kept waiting for a long answer. `unitsOf` says how much work an item is, such as the
 * values it has.
 */
export async function mapInPortions<Item, Result>(
  items: readonly Item[],
  unitsOf: (item: Item) => number,
  map: (portion: readonly Item[]) => readonly Result[],
  turn: () => Promise<unknown> = nextTurn,
): Promise<Result[]> {
  const results: Result[] = [];
  let [begin, units] = [0, 0];
  for (let end = 1; end <= items.length; end += 1) {
    units += unitsOf(items[end - 1]!);
    const isLast = end === items.length;
    if (units < UNITS && !isLast) continue;
    if (begin > 0 || !isLast) await turn();
    for (const result of map(items.slice(begin, end))) results.push(result);
    [begin, units] = [end, 0];
  }
  return results;
}
