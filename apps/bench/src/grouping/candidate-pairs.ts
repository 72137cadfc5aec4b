import { probedKeys, storedKeys, type GroupingItem } from '@gable/domain/grouping';
import { spotOf, cellsAround, cellOf, contradict } from '@gable/domain/testing';

/** Pairs that blocking leads to and nothing contradicts: those that a score has to decide. */
export function* candidatePairs<Item extends GroupingItem>(items: readonly Item[]): Generator<readonly [Item, Item]> {
  const blocks = new Map<string, Item[]>();
  for (const item of items) {
    const met = new Set<Item>();
    for (const key of probedKeys(item.listing))
      for (const other of (blocks.get(key) ?? []).slice(-NEWEST)) met.add(other);
    for (const other of met) if (!contradict(other, item)) yield [other, item];
    for (const key of storedKeys(item.listing)) collect(blocks, key, item);
  }
}
/** More than ingest looks at, so that learning sees what a fuller town would show. */
const NEWEST = 64;

/** Every pair of placed items in cells that touch, whatever they say: what chance alone puts next to each other. */
export function* neighbourPairs<Item extends GroupingItem>(items: readonly Item[]): Generator<readonly [Item, Item]> {
  const cells = new Map<string, Item[]>();
  for (const item of items) {
    const spot = spotOf(item.listing);
    if (spot === undefined) continue;
    for (const cell of cellsAround(spot)) for (const other of cells.get(cell) ?? []) yield [other, item];
    collect(cells, cellOf(spot), item);
  }
}

function collect<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
