/**
 * How many of its newest entries each listing of a property tells, so that all together are about `most`: of those with
 * many each as many, of those with few all. The newest one always.
 * @param counts how many entries each listing has
 */
export function shareEntries(counts: readonly number[], most: number): number[] {
  let left = most;
  let listings = counts.length;
  let share = most;
  for (const count of [...counts].sort((one, other) => one - other)) {
    share = Math.max(1, Math.floor(left / listings));
    if (count > share) break;
    left -= count;
    listings -= 1;
  }
  return counts.map((count) => Math.min(count, share));
}
