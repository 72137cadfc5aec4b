import type { Database } from '../../database.js';
import { intArray, uuidArray, uuidArrays } from '../../array-literals.js';
import type { ConsumedChange } from './consumer-rows.js';

/** What is asked of an alert's own events when a listing comes to meet it. */
export interface MemoryQuestion {
  readonly alertId: string;
  readonly change: ConsumedChange;
}

/** What the alert's stored events say. */
export interface StoredMemory {
  /** It has an event of this listing, of an earlier revision. */
  listingMatched: boolean;
  /** It has an event of this property, other than of this revision of this listing, or of one of the listings that were of it at the change. */
  propertyMatched: boolean;
  /** It has an event of this very revision: the change was walked before, and set up again. */
  decided: boolean;
}

/** Answers the questions of a batch in one statement, in their order. */
export async function readEventMemory(
  database: Database,
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

/** The other listings of the home at the commit of a change. What moved there with a merge brings its past along, what was split off takes it away. */
export function otherListingIds({ siblingIds, offlineSiblingIds }: ConsumedChange): readonly string[] {
  return offlineSiblingIds.length === 0 ? siblingIds : [...siblingIds, ...offlineSiblingIds];
}

// Only questions with an answer come back: most alerts meet a home for the first time.
const SELECT_MEMORY = `
  select * from (
    select place, coalesce(listing.first_revision < asked.revision_id, false) as "listingMatched", coalesce(listing.decided, false) as decided,
      exists (select from alert_event event where event.alert_id = asked.alert_id and event.property_id = asked.property_id
        and (event.listing_id <> asked.listing_id or event.revision_id <> asked.revision_id))
        or (asked.other_ids <> '{}' and exists (select from alert_event event where event.alert_id = asked.alert_id and event.listing_id = any(asked.other_ids::uuid[])))
        as "propertyMatched"
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::text[]) with ordinality as asked(alert_id, listing_id, property_id, revision_id, other_ids, place)
    cross join lateral (
      select min(revision_id) as first_revision, bool_or(event.revision_id = asked.revision_id) as decided
      from alert_event event where event.alert_id = asked.alert_id and event.listing_id = asked.listing_id
    ) listing
  ) answer where "listingMatched" or "propertyMatched" or decided`;
