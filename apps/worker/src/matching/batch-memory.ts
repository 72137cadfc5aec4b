import { otherListingIds, readEventMemory, type StoredMemory, type ConsumedChange } from '@gable/persistence/alerts';
import type { Queryable } from '@gable/persistence';
import type { MatchedChange } from './match-changes.js';
import type { AlertRegistry } from './alert-registry.js';

/** At so many questions a statement is long enough. */
const QUESTIONS_AT_ONCE = 10_000;

/**
 * What alerts know of earlier changes: their stored events, and those that this batch decides before they are written.
 */
export class BatchMemory {
  private readonly stored = new Map<MatchedChange, Map<number, StoredMemory>>();
  /**
   * First revision with an event in this batch, by listing and alert; kept for listings that come again, or are of the
   * property of one that comes.
   */
  private readonly listings = new Map<string, Map<number, number>>();
  private readonly properties = new Map<string, Set<number>>();

  private constructor(batch: readonly MatchedChange[]) {
    for (const listingId of repeated(batch.flatMap(({ change }) => [change.listingId, ...otherListingIds(change)])))
      this.listings.set(listingId, new Map());
    for (const propertyId of repeated(batch.map(({ change }) => change.propertyId)))
      this.properties.set(propertyId, new Set());
  }

  /** Reads what is stored for all alerts that a listing comes to meet. */
  static async read(
    database: Queryable,
    registry: AlertRegistry,
    batch: readonly MatchedChange[],
  ): Promise<BatchMemory> {
    const memory = new BatchMemory(batch);
    const asked = batch.flatMap((matched) =>
      Array.from(matched.onlyAfter, (ref) => ({ matched, ref, alertId: registry.id(ref), change: matched.change })),
    );
    for (let i = 0; i < asked.length; i += QUESTIONS_AT_ONCE) {
      const questions = asked.slice(i, i + QUESTIONS_AT_ONCE);
      const answers = await readEventMemory(database, questions);
      questions.forEach(({ matched, ref }, place) => memory.keep(matched, ref, answers[place]!));
    }
    return memory;
  }

  /** What the alert's events say when the consumer has come to this change. */
  recall(matched: MatchedChange, ref: number): StoredMemory {
    const { change } = matched;
    const { listingId, propertyId, revisionId } = change;
    const stored = this.stored.get(matched)?.get(ref);
    return {
      decided: stored?.decided === true,
      listingMatched:
        stored?.listingMatched === true || (this.listings.get(listingId)?.get(ref) ?? Infinity) < revisionId,
      propertyMatched:
        stored?.propertyMatched === true ||
        this.properties.get(propertyId)?.has(ref) === true ||
        otherListingIds(change).some((id) => this.listings.get(id)?.has(ref) === true),
    };
  }

  /** Notes that an alert has an event of the change. */
  note({ listingId, propertyId, revisionId }: ConsumedChange, ref: number): void {
    const first = this.listings.get(listingId);
    if (first !== undefined && !first.has(ref)) first.set(ref, revisionId);
    this.properties.get(propertyId)?.add(ref);
  }

  private keep(matched: MatchedChange, ref: number, answer: StoredMemory): void {
    if (!answer.listingMatched && !answer.propertyMatched && !answer.decided) return;
    const alerts = this.stored.get(matched) ?? new Map<number, StoredMemory>();
    this.stored.set(matched, alerts.set(ref, answer));
  }
}

function repeated(ids: readonly string[]): Set<string> {
  const once = new Set<string>();
  return new Set(ids.filter((id) => once.size === once.add(id).size));
}
