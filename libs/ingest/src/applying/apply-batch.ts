import type { FeedState } from '@gable/domain';
import { BatchStore, writeBatch, type Database } from '@gable/persistence';
import type { DivisionIndex } from '../placing/division-index.js';
import { applyState, type Outcome } from './apply-state.js';
import { incomingState } from './incoming-state.js';
import { loadWorkingSet } from './load-working-set.js';
import type { MemberCache } from './member-cache.js';

export type Outcomes = Record<Outcome, number>;

/**
 * Applies states in their order, in one transaction: either all of the batch is stored with all its consequences, or nothing. Killed at any
 * moment, the same lines read again end in the state of one clean run.
 */
export async function applyBatch(database: Database, divisions: DivisionIndex, cache: MemberCache, states: readonly FeedState[]): Promise<Outcomes> {
  const outcomes: Outcomes = { changed: 0, unchanged: 0, stale: 0 };
  if (states.length === 0) return outcomes;
  try {
    await database.transaction(async (transaction) => {
      const store = new BatchStore(transaction);
      await store.lock();
      const now = await store.now();
      const sourceIds = await store.sourceIds(new Map(states.map(({ source }) => [source.domain, source.name])), now);
      const incoming = states.map((state) => incomingState(state, sourceIds.get(state.source.domain)!));
      const set = await loadWorkingSet(store, cache, divisions, incoming, now);
      for (const state of incoming) outcomes[applyState(set, state)] += 1;
      const rows = set.result(await store.properties(set.touchedStoredProperties()));
      await writeBatch(transaction, rows, now);
      for (const listing of rows.listings) cache.keep(listing);
    });
  } catch (error) {
    cache.clear(); // it may hold what was not committed
    throw error;
  }
  return outcomes;
}
