import { BatchStore, writeBatch } from '@gable/persistence/listings';
import { DecisionStore } from '@gable/persistence/properties';
import type { Database, Queryable, Transaction } from '@gable/persistence';
import { Neighbourhood } from '../applying/neighbourhood.js';
import { WorkingSet } from '../applying/working-set.js';

/** Who decides, and why. */
export interface Decider {
  readonly by: string;
  readonly reason: string | null;
  /** Notes the decision elsewhere too, in the transaction that takes it. */
  readonly note?: (within: Queryable, decisionId: string) => Promise<void>;
}

/** The store under the ingest lock, and what a decision is to change of it. */
export interface LockedStore {
  readonly decisions: DecisionStore;
  readonly transaction: Transaction;
  readonly now: Date;
  /** Everything about the properties of these listings, to be moved. */
  load(listingIds: readonly string[]): Promise<WorkingSet>;
  /** Writes the moves with all their consequences, none where null; the first thing that a decision writes. */
  write(set: WorkingSet | null): Promise<void>;
}

/** Takes a decision under the ingest lock, whole or not at all: a worker that ingests meanwhile waits for its end. */
export async function withIngestLock<T>(database: Database, work: (store: LockedStore) => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => work(await lockStore(transaction)));
}

async function lockStore(transaction: Transaction): Promise<LockedStore> {
  const store = new BatchStore(transaction);
  const decisions = new DecisionStore(transaction);
  const batch = await store.begin();
  const { now, version } = batch;
  return {
    decisions,
    transaction,
    now,
    load: async (listingIds) => {
      const neighbourhood = new Neighbourhood();
      neighbourhood.begin(version);
      await neighbourhood.load(store, new Set(), listingIds);
      return new WorkingSet(now, neighbourhood);
    },
    write: async (given) => {
      const set = given ?? new WorkingSet(now, new Neighbourhood());
      await writeBatch(transaction, set.result(await store.properties(set.touchedStoredProperties())), batch);
    },
  };
}
