import type { Criteria } from '@gable/domain/criteria';
import type { KeySort } from '@gable/search';
import { readsTexts, type WordsScope } from './words-sql.js';

/**
 * What the ways of answering cost, in microseconds: measured on PostgreSQL 18 with 1,000,000 properties in memory on a
 * small machine. Only their relation matters, and only roughly: a wrong choice is bounded, because every way stops at a
 * budget and hands over to the next.
 */
// One property of a scan, asked whether a listing of it matches; by CREATED_AT neighbours in the order lie together on
// disk.
const PROBE = 5;
const SCATTERED_PROBE = 20; // the same in any other order, where they lie all over it
/** One matching listing gathered: by what its row says; by the index of words, wherever it lies; read for its text. */
const GATHER = { columns: 0.6, words: 2, texts: 20 };
const COUNT_PARTS = 20_000; // to see in parts of the store that more match than are counted
const FETCH = 3.5; // the sort key of one gathered property
const LOOK = 0.25; // one property of the order looked up among the gathered

/** Listings that the first look gathers: enough to fill TOTAL_CAP properties with 1.6 listings each, in about 8 ms. */
const FIRST_LOOK = 16_000;
/** The same where a scan would be dear: all of the biggest city's. */
const SCATTERED_FIRST_LOOK = 32_000;
/** Listings that a second, wider look gathers. The planner hashes up to this many in its default memory. */
export const WIDE_LOOK = 100_000;
/** Listings that are named because they seem to have a phrase, and whose texts are read, some 20 µs each. */
export const MOST_NAMED = 20_000;
/** Candidates that a scan reads to see how dense the matches lie, when their number is not known. */
export const FIRST_SCAN = 600;
/** Candidates after which a scan gives up in any case: by then, sorting everything would have been as cheap. */
export const LONGEST_SCAN = 200_000;
const SHORTEST_SCAN = 4_000;

/**
 * Candidates a scan is expected to read until it has `need` hits, when `matching` of `properties` match and the order
 * knows nothing of that.
 */
export function expectedScan(need: number, matching: number, properties: number): number {
  return (need * properties) / Math.max(1, Math.min(matching, properties));
}

/** Listings that the first look gathers, for a page in this order; all of them where about so many are expected. */
export function firstLook(sort: KeySort, expected = 0): number {
  return Math.max(isScattered(sort) ? SCATTERED_FIRST_LOOK : FIRST_LOOK, Math.min(WIDE_LOOK, 1.5 * expected));
}

/** What decides whether matching listings are gathered. */
export interface Gathering {
  /** Candidates that a scan of the order is expected to read. */
  readonly scan: number;
  readonly by: keyof typeof GATHER;
  /** Whether it is known already that more match than are counted. */
  readonly isCounted?: boolean;
}

/** What of a listing is read to answer criteria. */
export function gatheringBy(criteria: Criteria, known: Pick<WordsScope, 'hasTitleWords'>): Gathering['by'] {
  if (readsTexts(criteria, known)) return 'texts';
  return criteria.conditions.some((each) => each.kind === 'words') ? 'words' : 'columns';
}

/** Whether gathering `listings` matching listings is cheaper than a scan in this order. */
export function gatheringIsCheaper(
  sort: KeySort,
  listings: number,
  { scan, by, isCounted = true }: Gathering,
): boolean {
  const probe = isScattered(sort) ? SCATTERED_PROBE : PROBE;
  const rest = (isCounted ? 0 : COUNT_PARTS) + scan * probe;
  return listings <= WIDE_LOOK && listings * GATHER[by] + Math.min(scan * LOOK, listings * FETCH) < rest;
}

/** Whether gathering them by the index of words is cheaper than counting parts in any case. */
export const isSoonGathered = (listings: number): boolean => listings * GATHER.words <= COUNT_PARTS;

/** Orders that go by what a home is like: those of one city may all lie at the far end. */
export const isScattered = ({ field }: KeySort): boolean => field !== 'CREATED_AT';

/**
 * Candidates a scan may read: four times what is expected, so that ordinary unevenness passes, and matches bunched at
 * the far end do not.
 */
export function scanBudget(scan: number): number {
  return Math.ceil(Math.min(LONGEST_SCAN, Math.max(SHORTEST_SCAN, scan * 4)));
}
