import { BatchStore, writeBatch } from '@gable/persistence/listings';
import { DecisionStore, type Contradiction } from '@gable/persistence/properties';
import type { Database, Transaction } from '@gable/persistence';
import { Neighbourhood } from '../applying/neighbourhood.js';
import { WorkingSet } from '../applying/working-set.js';

/** Who decides, and why. */
export interface Decider {
  readonly by: string;
  readonly reason: string | null;
}

/** A decision that cannot be taken. `code` is stable; the message says what is in the way and what to do. */
export class DecisionRefused extends Error {
  override readonly name = 'DecisionRefused';

  constructor(
    readonly code:
      'UNKNOWN_PROPERTY' | 'UNKNOWN_DECISION' | 'NOT_OF_THE_PROPERTY' | 'NOTHING_LEFT' | 'CONTRADICTS_DECISION',
    message: string,
  ) {
    super(message);
  }
}

/** The store under the ingest lock, and what a decision is to change of it. */
export interface LockedStore {
  readonly decisions: DecisionStore;
  readonly now: Date;
  /** The property that this one is now. Throws DecisionRefused where there is none. */
  survivor(propertyId: string): Promise<string>;
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
    now,
    survivor: async (propertyId) => {
      const survivor = isUuid(propertyId)
        ? (await decisions.survivorsOf([propertyId])).get(propertyId.toLowerCase())
        : undefined;
      if (survivor === undefined) throw new DecisionRefused('UNKNOWN_PROPERTY', `There is no property ${propertyId}.`);
      return survivor;
    },
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

/** Refuses what a standing decision forbids, and says how to go on. */
export function refuseContradiction(found: Contradiction | null): void {
  if (found === null) return;
  const {
    decision: { id, kind, decidedBy, decidedAt, reason },
    listingId,
    otherId,
  } = found;
  const why = reason === null ? '' : ` (${reason})`;
  const said = kind === 'MERGE' ? 'are one home' : 'are not one home';
  throw new DecisionRefused(
    'CONTRADICTS_DECISION',
    `${decidedBy} decided on ${decidedAt.toISOString()} that listings ${listingId} and ${otherId} ${said}${why}. ` +
      `Take that decision back first: gable properties withdraw ${id}`,
  );
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
