import type { IndexedProperty, Mark, RefusedProperty, SearchIndexRecord } from '@gable/persistence/indexing';
import {
  MAPPING_VERSION,
  tombstone,
  writeAliasOf,
  writeDocuments,
  type IndexedState,
  type OpenSearchClient,
  type WriteOutcome,
} from '@gable/search';

/** What became of a batch of marks. */
export interface BatchOutcome {
  /** In every index now, as a document or as a tombstone. */
  readonly indexed: readonly IndexedProperty[];
  /** Of those, the tombstones. */
  readonly removed: number;
  readonly refused: readonly RefusedProperty[];
  /** To be tried again. */
  readonly putOff: readonly string[];
  /** Why the first of them was put off, as the engine says. */
  readonly putOffBecause: string | undefined;
  /** Indices that were not there. */
  readonly missing: readonly string[];
}

/**
 * Writes what marked properties are now to every target. `states` leaves out properties that do not exist (any more).
 * `now` is the database's clock.
 */
export async function indexBatch(
  client: OpenSearchClient,
  targets: readonly SearchIndexRecord[],
  marks: readonly Mark[],
  states: readonly IndexedState[],
  now: Date,
): Promise<BatchOutcome> {
  const byId = new Map(states.map((state) => [state.id, state]));
  const wanted = marks.map(
    ({ propertyId, revision }): IndexedState => byId.get(propertyId) ?? { id: propertyId, revision, document: null },
  );
  const documents = wanted.map(({ id, revision, document }) => document ?? tombstone(id, revision, now.getTime()));
  const answers = await Promise.all(
    targets.map(async ({ name, mappingVersion }) => {
      const outcomes = await writeDocuments(client, writeAliasOf(name), documents);
      // An index of an older version may know less than a document says; it is about to be replaced.
      return {
        name,
        outcomes:
          mappingVersion === MAPPING_VERSION
            ? outcomes
            : outcomes.map((outcome) => (outcome.kind === 'REFUSED' ? DONE : outcome)),
      };
    }),
  );
  const indexed: IndexedProperty[] = [];
  const refused: RefusedProperty[] = [];
  const putOff: string[] = [];
  let putOffBecause: string | undefined;
  let removed = 0;
  for (const [place, { id: propertyId, revision, document }] of wanted.entries()) {
    const outcomes = answers.map((answer) => answer.outcomes[place]!);
    const refusal = outcomes.find((outcome) => outcome.kind === 'REFUSED');
    for (const outcome of outcomes) if (outcome.kind === 'LATER') putOffBecause ??= outcome.reason;
    if (outcomes.some(({ kind }) => kind === 'LATER' || kind === 'MISSING')) putOff.push(propertyId);
    else if (refusal) refused.push({ propertyId, revision, reason: refusal.reason });
    else indexed.push({ propertyId, revision });
    if (document === null && outcomes.every(({ kind }) => kind === 'DONE')) removed += 1;
  }
  return {
    indexed,
    removed,
    refused,
    putOff,
    putOffBecause,
    missing: answers.filter(({ outcomes }) => outcomes.some(({ kind }) => kind === 'MISSING')).map(({ name }) => name),
  };
}

const DONE: WriteOutcome = { kind: 'DONE' };
