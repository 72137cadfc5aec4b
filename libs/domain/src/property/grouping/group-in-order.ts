import { NEWEST_PER_KEY, probedKeys, storedKeys } from './block-keys.js';
import { chooseGroup } from './choose-group.js';
import { NO_STATS, type GroupingItem, type GroupingStats } from './grouping-item.js';

/** What grouping a sequence of listings gave and cost. */
export interface GroupedListings {
  /** Every listing in exactly one group, in order of arrival. */
  readonly groups: readonly (readonly GroupingItem[])[];
  /** How many pairs of listings were compared. */
  readonly pairsCompared: number;
}

/** Groups listings one after the other in memory, as ingest does with the store: for measuring the method and for trying weights without a database. */
export function groupInOrder(items: Iterable<GroupingItem>, stats: GroupingStats = NO_STATS): GroupedListings {
  const blocks = new Map<string, GroupingItem[]>();
  const groups = new Map<number, GroupingItem[]>();
  const groupOf = new Map<GroupingItem, number>();
  let pairsCompared = 0;
  const put = (item: GroupingItem, group: number): void => {
    groupOf.set(item, group);
    groups.get(group)!.push(item);
  };

  for (const item of items) {
    const met = new Set<number>();
    for (const key of probedKeys(item.listing)) for (const other of blocks.get(key) ?? []) met.add(groupOf.get(other)!);
    const candidates = [...met].sort((a, b) => a - b).map((group) => ({ key: String(group), members: groups.get(group)! }));
    for (const { members } of candidates) pairsCompared += members.length;
    const { group: chosen, merge } = chooseGroup(item, candidates, stats);
    const group = chosen === null ? groupOf.size : Number(chosen);
    if (chosen === null) groups.set(group, []);
    put(item, group);
    for (const merged of merge.map(Number)) {
      for (const member of groups.get(merged)!) put(member, group);
      groups.delete(merged);
    }
    for (const key of storedKeys(item.listing)) keep(blocks, key, item);
  }
  return { groups: [...groups.values()], pairsCompared };
}

function keep(blocks: Map<string, GroupingItem[]>, key: string, item: GroupingItem): void {
  const block = blocks.get(key);
  if (block === undefined) blocks.set(key, [item]);
  else if (block.push(item) > NEWEST_PER_KEY) block.shift();
}
