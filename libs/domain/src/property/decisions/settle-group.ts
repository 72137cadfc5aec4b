import { MAX_GROUP_SIZE } from '../grouping/choose-group.js';
import type { GroupingItem } from '../grouping/grouping-item.js';
import type { ListingTies } from './listing-ties.js';
import { PairScores, type Between } from './weigh-between.js';

/** Groups as far as they are known, to be read and changed. */
export interface KnownGroups {
  /** Oldest first. */
  membersOf(group: string): readonly GroupingItem[];
  groupOf(listingId: string): string;
  /** Listings that may show the same property as this one (its blocking keys), in any group. */
  similarTo(item: GroupingItem): Iterable<string>;
  /** Puts listings into a group. */
  move(listingIds: readonly string[], group: string): void;
  /** Names a group that has no listings yet. */
  newGroup(): string;
}

/** What was done to settle a group. */
export interface GroupingStep {
  /**
   * MERGE: all listings of one group went into another. SPLIT: some became a group of their own. MOVE: some went to
   * another group.
   */
  readonly kind: 'MERGE' | 'SPLIT' | 'MOVE';
  readonly from: string;
  readonly into: string;
  readonly listings: readonly GroupingItem[];
  /** The listings they were weighed against: of a split those that they left, else those that they joined. */
  readonly against: readonly GroupingItem[];
  /** Average bits between both. */
  readonly average: number;
}

/** Sums of the same scores in another order differ in their last bits. */
const NOISE = 1e-9;

/**
 * Brings one group in line with its evidence and its ties: removes listings that contradict it, merges groups that
 * agree, and moves a listing to a group that it agrees with more. Tied listings move together. It ends: every step
 * raises the evidence inside the groups, or removes a contradiction, or leaves fewer groups with the same evidence.
 */
export function settleGroup(
  group: string,
  groups: KnownGroups,
  ties: ListingTies,
  scores = new PairScores(),
): GroupingStep[] {
  const steps: GroupingStep[] = [];
  const around = new Surroundings(groups, ties, scores);
  for (let current = group; ;) {
    const step = around.sendAway(current) ?? around.takeIn(current) ?? around.letGo(current);
    if (step === undefined) return steps;
    steps.push(step);
    if (step.from === current && step.kind === 'MERGE') current = step.into;
  }
}

interface Placement {
  readonly group: string;
  readonly members: readonly GroupingItem[];
  readonly between: Between;
}

class Surroundings {
  constructor(
    private readonly groups: KnownGroups,
    private readonly ties: ListingTies,
    private readonly scores: PairScores,
  ) {}

  /**
   * The unit that fits worst, if one contradicts the others or speaks against them, or the group is larger than a
   * property can be. It joins another group that it agrees with, or stands alone.
   */
  sendAway(group: string): GroupingStep | undefined {
    const isTooLarge = this.groups.membersOf(group).length > MAX_GROUP_SIZE;
    let worst: { unit: readonly GroupingItem[]; rest: readonly GroupingItem[]; between: Between } | undefined;
    for (const { unit, rest } of this.units(group)) {
      const between = this.scores.between(unit, rest);
      if (!isTooLarge && !between.contradicts && between.sum >= -NOISE) continue;
      // of equals the newest
      if (worst === undefined || between.average <= worst.between.average) worst = { unit, rest, between };
    }
    if (worst === undefined) return undefined;
    const better = this.best(worst.unit, group);
    if (better !== undefined) return this.move('MOVE', group, worst.unit, better);
    return this.move('SPLIT', group, worst.unit, {
      group: this.groups.newGroup(),
      members: worst.rest,
      between: worst.between,
    });
  }

  /** The group that agrees best with the whole of this one. The larger one stays, of equals the older. */
  takeIn(group: string): GroupingStep | undefined {
    const members = this.groups.membersOf(group);
    const other = this.best(members, group);
    if (other === undefined) return undefined;
    const stays =
      other.members.length > members.length || (other.members.length === members.length && other.group < group);
    return stays
      ? this.move('MERGE', group, members, other)
      : this.move('MERGE', other.group, other.members, { group, members, between: other.between });
  }

  /** A unit that fits, but agrees better with another group: by its average, and by enough to raise the sum. */
  letGo(group: string): GroupingStep | undefined {
    for (const { unit, rest } of this.units(group)) {
      const here = this.scores.between(unit, rest);
      const better = this.best(unit, group);
      if (
        better !== undefined &&
        better.between.average > here.average + NOISE &&
        better.between.sum > here.sum + NOISE
      )
        return this.move('MOVE', group, unit, better);
    }
    return undefined;
  }

  /** The listings of a group, tied ones together, each with the others; none where there are no others. */
  private units(group: string): { unit: readonly GroupingItem[]; rest: readonly GroupingItem[] }[] {
    const members = this.groups.membersOf(group);
    const taken = new Set<string>();
    const units: { unit: readonly GroupingItem[]; rest: readonly GroupingItem[] }[] = [];
    for (const { id } of members) {
      if (taken.has(id)) continue;
      const bound = this.ties.unitOf(id);
      const unit = members.filter((member) => bound.has(member.id));
      for (const member of unit) taken.add(member.id);
      if (unit.length < members.length) units.push({ unit, rest: members.filter((member) => !bound.has(member.id)) });
    }
    return units;
  }

  /** The group with the highest average among those that may take these listings in; of equals the oldest. */
  private best(listings: readonly GroupingItem[], from: string): Placement | undefined {
    const found = new Set<string>();
    for (const listing of listings) for (const id of this.groups.similarTo(listing)) found.add(this.groups.groupOf(id));
    found.delete(from);
    let best: Placement | undefined;
    for (const group of [...found].sort()) {
      const members = this.groups.membersOf(group);
      if (
        members.length + listings.length > MAX_GROUP_SIZE ||
        this.ties.keepApart(
          listings.map(({ id }) => id),
          members,
        )
      )
        continue;
      const between = this.scores.between(listings, members);
      if (between.contradicts || between.sum < 0) continue;
      if (best === undefined || between.average > best.between.average) best = { group, members, between };
    }
    return best;
  }

  private move(
    kind: GroupingStep['kind'],
    from: string,
    listings: readonly GroupingItem[],
    { group, members, between }: Placement,
  ): GroupingStep {
    this.groups.move(
      listings.map(({ id }) => id),
      group,
    );
    return { kind, from, into: group, listings, against: members, average: between.average };
  }
}
