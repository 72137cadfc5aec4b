import type { GroupingItem } from '../grouping/grouping-item.js';
import type { ListingTies } from './listing-ties.js';

/**
 * Which of `groups` may merge with the property that a listing joined, in their order. A group is left out where a
 * manual decision keeps it apart from that property or from a group taken before it.
 */
export function mergesAllowed<Group extends { readonly members: readonly GroupingItem[] }>(
  joined: readonly GroupingItem[],
  groups: readonly Group[],
  ties: ListingTies,
): Group[] {
  const together = joined.map(({ id }) => id);
  return groups.filter(({ members }) => {
    if (ties.keepApart(together, members)) return false;
    together.push(...members.map(({ id }) => id));
    return true;
  });
}
