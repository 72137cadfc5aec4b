import {
  NEWEST_PER_KEY,
  probedKeys,
  storedKeys,
  chooseGroup,
  stillBelongs,
  type GroupingWeights,
  type GroupingItem,
} from '@gable/domain/grouping';

import { WEIGHTS } from '@gable/domain/testing';

/** What grouping a sequence of listings gave and cost. */
export interface GroupedListings {
  /** Every listing in its latest state in exactly one group, in order of arrival. */
  readonly groups: readonly (readonly GroupingItem[])[];
  /** How many pairs of listings were compared. */
  readonly pairsCompared: number;
}

/**
 * Groups listings one after the other in memory, as ingest does with the store. An id that comes again is a later state
 * of that listing.
 */
export function groupInOrder(items: Iterable<GroupingItem>, weights: GroupingWeights = WEIGHTS): GroupedListings {
  const grouping = new GroupingInMemory(weights);
  for (const item of items) grouping.add(item);
  return grouping;
}

/** Grouping without a database, item by item: for measuring the method and for trying weights. */
export class GroupingInMemory implements GroupedListings {
  pairsCompared = 0;
  private nextGroup = 0;
  private readonly members = new Map<number, GroupingItem[]>();
  private readonly states = new Map<string, { item: GroupingItem; group: number }>();
  private readonly blocks = new Map<string, string[]>();

  constructor(private readonly weights: GroupingWeights = WEIGHTS) {}

  get groups(): readonly (readonly GroupingItem[])[] {
    return [...this.members.values()];
  }

  /**
   * Puts in a new listing, or a later state of one: it stays where it still belongs, and is grouped anew where it does
   * not.
   */
  add(item: GroupingItem): void {
    const before = this.states.get(item.id);
    if (before !== undefined) {
      const others = this.members.get(before.group)!.filter(({ id }) => id !== item.id);
      this.forget(before.item);
      this.pairsCompared += others.length;
      if (others.length > 0 && stillBelongs(item, others, this.weights)) this.put(item, before.group);
      else this.place(item);
    } else this.place(item);
    for (const key of storedKeys(item.listing)) {
      const block = this.blocks.get(key);
      if (block === undefined) this.blocks.set(key, [item.id]);
      else if (block.push(item.id) > NEWEST_PER_KEY) block.shift();
    }
  }

  private place(item: GroupingItem): void {
    const met = new Set<number>();
    for (const key of probedKeys(item.listing))
      for (const id of this.blocks.get(key) ?? []) met.add(this.states.get(id)!.group);
    const candidates = [...met]
      .sort((a, b) => a - b)
      .map((group) => ({ key: String(group), members: this.members.get(group)! }));
    for (const { members } of candidates) this.pairsCompared += members.length;
    const { group, merge } = chooseGroup(item, candidates, this.weights);
    const joined = group === null ? this.nextGroup++ : Number(group);
    this.put(item, joined);
    for (const merged of merge.map(Number)) {
      for (const member of this.members.get(merged)!) this.put(member, joined);
      this.members.delete(merged);
    }
  }

  private put(item: GroupingItem, group: number): void {
    this.states.set(item.id, { item, group });
    const members = this.members.get(group);
    if (members === undefined) this.members.set(group, [item]);
    else members.push(item);
  }

  private forget({ id, listing }: GroupingItem): void {
    const { group } = this.states.get(id)!;
    const others = this.members.get(group)!.filter((member) => member.id !== id);
    if (others.length > 0) this.members.set(group, others);
    else this.members.delete(group);
    this.states.delete(id);
    for (const key of storedKeys(listing))
      this.blocks.set(
        key,
        (this.blocks.get(key) ?? []).filter((other) => other !== id),
      );
  }
}
