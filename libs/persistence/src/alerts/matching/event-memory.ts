import type { Queryable } from '../../database/database.js';
import { intArray, uuidArray, uuidArrays } from '../../database/array-literals.js';
import type { ConsumedChange } from './consumer-rows.js';
import { SELECT_MEMORY } from '../statements/changes.js';

/** What is asked of an alert's own events when a listing comes to meet it. */
export interface MemoryQuestion {
  readonly alertId: string;
  readonly change: ConsumedChange;
}

/** What the alert's stored events say. */
export interface StoredMemory {
  /** It has an event of this listing, of an earlier revision. */
  listingMatched: boolean;
  /**
   * It has an event of this property, or of a listing that belonged to it at the change. The event of this very
   * revision does not count.
   */
  propertyMatched: boolean;
  /** It has an event of this very revision: the change was consumed before, and queued again. */
  decided: boolean;
}

/** Answers the questions of a batch in one statement, in their order. */
export async function readEventMemory(
  database: Queryable,
  questions: readonly MemoryQuestion[],
): Promise<StoredMemory[]> {
  if (questions.length === 0) return [];
  const rows = await database.query<{ place: number } & StoredMemory>(SELECT_MEMORY, [
    uuidArray(questions, ({ alertId }) => alertId),
    uuidArray(questions, ({ change }) => change.listingId),
    uuidArray(questions, ({ change }) => change.propertyId),
    intArray(questions, ({ change }) => change.revisionId),
    uuidArrays(questions, ({ change }) => otherListingIds(change)),
  ]);
  const answers: StoredMemory[] = questions.map(() => ({
    listingMatched: false,
    propertyMatched: false,
    decided: false,
  }));
  for (const { place, listingMatched, propertyMatched, decided } of rows)
    answers[place - 1] = { listingMatched, propertyMatched, decided };
  return answers;
}

/**
 * The other listings of the property at the commit of a change. What moved there with a merge brings its past along,
 * what was split off takes it away.
 */
export function otherListingIds({ siblingIds, offlineSiblingIds }: ConsumedChange): readonly string[] {
  return offlineSiblingIds.length === 0 ? siblingIds : [...siblingIds, ...offlineSiblingIds];
}
