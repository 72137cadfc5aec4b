import { setImmediate as nextTurn } from 'node:timers/promises';

/** Units of work, of which a few thousand take a millisecond, between two turns of the event loop. */
const UNITS = 20_000;

/**
 * Maps items as `map` does, in several turns of the event loop where there is much to do: others are not kept waiting
 * for a long answer. `unitsOf` says how much work an item is, such as the values it has.
 */
export async function mapInPortions<Item, Result>(
  items: readonly Item[],
  unitsOf: (item: Item) => number,
  map: (item: Item, index: number) => Result,
  turn: () => Promise<unknown> = nextTurn,
): Promise<Result[]> {
  const results: Result[] = [];
  let units = 0;
  for (const [index, item] of items.entries()) {
    results.push(map(item, index));
    units += unitsOf(item);
    if (units < UNITS || index === items.length - 1) continue;
    units = 0;
    await turn();
  }
  return results;
}
