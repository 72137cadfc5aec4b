import { BatchStore, writeBatch } from '@gable/persistence/listings';
import { announce, type Database, type Transaction } from '@gable/persistence';
import { applyState, type Outcome } from './apply-state.js';
import type { IncomingState } from './incoming-state.js';
import { loadWorkingSet } from './load-working-set.js';
import type { Neighbourhood } from './neighbourhood.js';
import { noteCommit } from './note-commit.js';

export type Outcomes = Record<Outcome, number>;

/** Which states a batch has, asked behind the ingest lock. */
export type ChooseStates = (transaction: Transaction) => Promise<readonly IncomingState[]>;

/** Of lines of which nothing has come yet. */
export const noOutcomes = (): Outcomes => ({ changed: 0, unchanged: 0, stale: 0 });

/**
 * Applies states in their order, in one transaction: either all of the batch is stored with all its consequences, or
 * nothing. Killed at any moment, the same lines read again end in the state of one clean run, but for an OFFLINE line
 * that stood before the first ONLINE one of its listing though it is newer: read again, it counts. Calls `onDecided`
 * when what is left is the database's work.
 */
export async function applyBatch(
  database: Database,
  neighbourhood: Neighbourhood,
  choose: ChooseStates,
  onDecided: () => void,
): Promise<Outcomes> {
  const outcomes = noOutcomes();
  const startedAt = Date.now();
  try {
    const written = await database.transaction(async (transaction) => {
      const store = new BatchStore(transaction);
      const batch = await store.begin();
      neighbourhood.begin(batch.version);
      const states = await choose(transaction);
      const names = await neighbourhood.findSources(store, states, batch.now);
      const set = await loadWorkingSet(store, neighbourhood, states, batch.now);
      for (const incoming of states) {
        const outcome = applyState(set, incoming);
        outcomes[outcome] += 1;
        const isKept = outcome !== 'stale' && set.find(incoming.sourceId, incoming.state.externalId) !== undefined;
        if (isKept) names.note(incoming);
      }
      const sources = names.unwritten();
      neighbourhood.keepSources(sources);
      const rows = set.result(await store.properties(set.touchedStoredProperties()), sources);
      onDecided();
      await writeBatch(transaction, rows, batch);
      return rows;
    });
    if (written.changes.length > 0) announce(database, 'changes');
    noteCommit(written, startedAt);
  } catch (error) {
    neighbourhood.clear(); // it may hold what was not committed
    throw error;
  }
  return outcomes;
}
