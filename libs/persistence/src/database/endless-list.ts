/** Entries of an endless list that are counted; a list that is longer says so instead of its length. */
export const LONGEST_COUNT = 10_000;
/** Entries that one answer looks at, at most: one more tells that there are more. */
export const LOOKED_AT = LONGEST_COUNT + 1;

/** An entry of a list that is ordered by time: what comes next comes behind it. */
export interface ListPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** Which entries of a list are asked for: those at an offset, or those behind a position. */
export interface ListRange {
  readonly offset: number;
  readonly limit: number;
  /** Absent or null: from the beginning. */
  readonly after?: ListPosition | null;
}

/** A page of a list that may have millions of entries. */
export interface EndlessPage<T> {
  readonly items: T[];
  /** Entries that are selected, of the first LONGEST_COUNT. */
  readonly total: number;
  /** There are more than were counted. */
  readonly isCapped: boolean;
  /** The next page is behind it; null at the end. */
  readonly next: ListPosition | null;
}

/** Of the first entries of a list: how many there are, and how many of them are selected. */
export interface ListCount {
  readonly seen: number;
  readonly selected: number;
}

/** How a list is read. Each of them looks at LOOKED_AT entries at most, in the order of the list. */
export interface EndlessList<Row extends ListPosition> {
  /** Some entries are left out by a condition that no index knows. */
  readonly isFiltered: boolean;
  count(): Promise<ListCount>;
  /** Selected entries, in the range. */
  read(range: ListRange): Promise<Row[]>;
  /** The last entry that was looked at behind the position; null where the list ends before. */
  lastLookedAt(range: ListRange): Promise<ListPosition | null>;
}

/**
 * Reads a page at a cost that does not grow with the list. A page at an offset lies among the entries that are counted.
 * Behind a position there is no such bound. Where a filter lets little through, a page may be short or empty, and
 * `next` says where to go on.
 */
export async function readEndlessPage<Row extends ListPosition>(
  list: EndlessList<Row>,
  range: ListRange,
): Promise<EndlessPage<Row>> {
  const { seen, selected } = await list.count();
  const counted = { total: Math.min(selected, LONGEST_COUNT), isCapped: seen > LONGEST_COUNT };
  if (liesBeyond(range, counted.total)) return { items: [], ...counted, next: null };
  const rows = await list.read({ ...range, limit: range.limit + 1 });
  const items = rows.slice(0, range.limit);
  if (rows.length > range.limit) return { items, ...counted, next: positionOf(items.at(-1)!) };
  return { items, ...counted, next: list.isFiltered && counted.isCapped ? await list.lastLookedAt(range) : null };
}

/** Whether a page at an offset lies behind so many entries; the first page never does. */
export function liesBeyond({ after, offset }: ListRange, total: number): boolean {
  return !after && offset > 0 && offset >= total;
}

function positionOf({ createdAt, id }: ListPosition): ListPosition {
  return { createdAt, id };
}
