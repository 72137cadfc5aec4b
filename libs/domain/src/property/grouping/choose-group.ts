import { compareListings, contradict, scoreListings, type Comparison } from './compare-listings.js';
import { explainGrouping } from './explain-grouping.js';
import type { GroupingItem } from './grouping-item.js';
import type { GroupingWeights } from './grouping-weights.js';
import { WEIGHTS } from './weights.js';

/**
 * A property that the listing may belong to, with ALL of its listings, online or not, but without the listing itself.
 */
export interface GroupCandidate {
  readonly key: string;
  readonly members: readonly GroupingItem[];
}

/** Where a listing belongs, and why. */
export interface GroupingDecision {
  /** The group it joins; null where it is a property of its own. */
  readonly group: string | null;
  /** Average score over all members of that group in bits, at least 0; null for a property of its own. */
  readonly score: number | null;
  /** Why, in words, by comparison with the most similar member; empty for a property of its own. */
  readonly reasons: readonly string[];
  /**
   * Groups that the listing shows to be the same property as the one it joins. Applying this is optional: it makes the
   * result depend less on the order of arrival.
   */
  readonly merge: readonly string[];
}

/** More listings of one property at one time are not believable; a larger group is a mistake that feeds itself. */
export const MAX_GROUP_SIZE = 30;

/**
 * Chooses the group with the highest average score over all of its members, among those that no member vetoes and
 * whose average is at least 0. `candidates` stand in the order in which the groups first arrived: of equals the first
 * is taken, so that a repeated run decides alike. Averages keep chains of weak links from growing into one property.
 */
export function chooseGroup(
  item: GroupingItem,
  candidates: readonly GroupCandidate[],
  weights: GroupingWeights = WEIGHTS,
): GroupingDecision {
  const joinable = candidates
    .filter(({ members }) => members.length < MAX_GROUP_SIZE)
    .map((candidate) => weigh(item, candidate, weights))
    .filter((found) => found !== undefined);
  let best = joinable[0];
  for (const found of joinable) if (found.average > best!.average) best = found;
  if (best === undefined) return { group: null, score: null, reasons: [], merge: [] };
  return {
    group: best.candidate.key,
    score: best.average,
    reasons: explainGrouping(item, best.nearest, best.comparison),
    merge: groupsToMerge(
      [...best.candidate.members, item],
      joinable.filter((found) => found !== best).map((found) => found.candidate),
      weights,
    ),
  };
}

/**
 * Whether a listing that changed still belongs to the other members of its group: nothing vetoes and the average
 * score is at least 0.
 */
export function stillBelongs(
  item: GroupingItem,
  otherMembers: readonly GroupingItem[],
  weights: GroupingWeights = WEIGHTS,
): boolean {
  return otherMembers.length === 0 || weigh(item, { key: '', members: otherMembers }, weights) !== undefined;
}

interface Weighed {
  readonly candidate: GroupCandidate;
  readonly average: number;
  readonly nearest: GroupingItem;
  readonly comparison: Comparison;
}

function weigh(item: GroupingItem, candidate: GroupCandidate, weights: GroupingWeights): Weighed | undefined {
  const { members } = candidate;
  if (members.some((member) => contradict(item, member))) return undefined;
  let sum = 0;
  let nearest: GroupingItem | undefined;
  let highest = -Infinity;
  for (const member of members) {
    const score = scoreListings(item, member, weights);
    sum += score;
    if (score > highest) [nearest, highest] = [member, score];
  }
  const average = sum / members.length;
  if (nearest === undefined || average < 0) return undefined;
  return { candidate, average, nearest, comparison: compareListings(item, nearest, weights) };
}

/**
 * Of the groups the listing could have joined as well, those that agree on average with the group it joined; each is
 * checked against all merged before it.
 */
function groupsToMerge(
  joined: readonly GroupingItem[],
  others: readonly GroupCandidate[],
  weights: GroupingWeights,
): string[] {
  const merged = [...joined];
  const keys: string[] = [];
  for (const { key, members } of others) {
    if (merged.length + members.length > MAX_GROUP_SIZE) continue;
    if (merged.some((a) => members.some((b) => contradict(a, b)))) continue;
    let sum = 0;
    for (const a of merged) for (const b of members) sum += scoreListings(a, b, weights);
    if (sum < 0) continue;
    merged.push(...members);
    keys.push(key);
  }
  return keys;
}
