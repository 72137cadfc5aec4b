import type { Revision, Standing } from './property-documents.js';

/** Ids that differ between store and index, and so have to be looked at again. Both lists ascend by id. */
export function differingIds(stored: readonly Revision[], indexed: readonly Revision[]): string[] {
  const found: string[] = [];
  let [at, against] = [0, 0];
  while (at < stored.length || against < indexed.length) {
    const [one, other] = [stored[at], indexed[against]];
    if (one !== undefined && one.id === other?.id) {
      if (one.revision !== other.revision) found.push(one.id);
      at += 1;
      against += 1;
    } else if (other === undefined || (one !== undefined && one.id < other.id)) {
      found.push(one!.id);
      at += 1;
    } else {
      found.push(other.id);
      against += 1;
    }
  }
  return found;
}

/**
 * How the index differs from the store: a document is not there, is of an older revision, is of a newer one than the
 * store has (which a store restored from a backup brings about), or should not be found any more.
 */
export const DRIFT_KINDS = ['missing', 'behind', 'ahead', 'surplus'] as const;
/** One of DRIFT_KINDS. */
export type DriftKind = (typeof DRIFT_KINDS)[number];

/**
 * The kind of a difference; null where there is none. `stored` is undefined where there is no such property; `indexed`
 * is the revision that searches find, null where they find none.
 */
export function driftOf(
  stored: Pick<Standing, 'revision' | 'isFound'> | undefined,
  indexed: number | null,
): DriftKind | null {
  if (indexed === null) return stored?.isFound ? 'missing' : null;
  if (stored === undefined) return 'surplus';
  if (indexed > stored.revision) return 'ahead';
  if (!stored.isFound) return 'surplus';
  return indexed < stored.revision ? 'behind' : null;
}
