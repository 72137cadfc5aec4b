import { setImmediate as nextTurn } from 'node:timers/promises';
import { inPortions } from '@gable/persistence';

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
  const portions = [...inPortions(items, unitsOf, UNITS)];
  const results: Result[] = [];
  for (const portion of portions) {
    if (portions.length > 1) await turn();
    for (const result of map(portion)) results.push(result);
  }
  return results;
}
