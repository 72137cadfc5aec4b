import type { GroupingItem } from '../grouping/grouping-item.js';
import type { ListingTies } from './listing-ties.js';

/**
 * Of the groups that a listing shows to be the property it joined, in their order, those that no manual decision keeps
 * apart from it or from one taken before.
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
