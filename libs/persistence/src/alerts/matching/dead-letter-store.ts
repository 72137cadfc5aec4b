import type { Queryable, Database, Transaction } from '../../database/database.js';
import type { DeadChange, ConsumedChange } from './consumer-rows.js';
import {
  COUNT_LETTERS,
  DELETE_CHANGE,
  DELETE_LETTER,
  FIND_LETTER,
  FORGET_DEAD_ALERTS,
  INSERT_LETTERS,
  LIST_LETTERS,
  QUEUE_CHANGE,
  STAMP_ALERT,
} from '../statements/dead-letters.js';
import { TAKE_INGEST_LOCK } from '../../listings/statements/read-batch.js';

/** What was set aside: a change that no worker could match, or an alert that none could load. */
export interface DeadLetter {
  id: number;
  kind: 'CHANGE' | 'ALERT';
  /** All that listing_change says of the change; of an alert, its id. */
  subject: Record<string, unknown>;
  reason: string;
  createdAt: Date;
}

/** What `gable dead` shows, retries and drops. */
export class DeadLetterStore {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  async list(limit: number): Promise<DeadLetter[]> {
    return this.database.query<DeadLetter>(LIST_LETTERS, [limit]);
  }

  /** The letter with this number, or about the alert or the listing with this id; the oldest of several. */
  async find(key: string): Promise<DeadLetter | null> {
    const [letter] = await this.database.query<DeadLetter>(FIND_LETTER, [key]);
    return letter ?? null;
  }

  /**
   * Takes a letter out and lets the workers try again: a change comes again at the end of the queue, for every shard
   * (events it made already are not doubled); an alert counts as written anew. Answers false when the letter is gone.
   */
  async retry({ id, kind, subject }: DeadLetter, now: Date): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      // As every writer of the queue: ids must ascend in the order of commits. First, while nothing is written: whoever
      // waits holds nobody up.
      if (kind === 'CHANGE') await transaction.query(TAKE_INGEST_LOCK);
      const gone = await transaction.query(DELETE_LETTER, [id]);
      if (gone.length === 0) return false;
      if (kind === 'ALERT') await transaction.query(STAMP_ALERT, [subject.alertId]);
      else await queueAgain(transaction, subject, now);
      return true;
    });
  }

  /** Forgets a letter for good. Answers false when it is gone. */
  async drop({ id }: DeadLetter): Promise<boolean> {
    return (await this.database.query(DELETE_LETTER, [id])).length > 0;
  }
}

/**
 * Sets changes aside in the transaction that passes them. Several workers may do so with one change: it is kept once.
 */
export async function writeDeadChanges(
  transaction: Transaction,
  dead: readonly DeadChange[],
  now: Date,
): Promise<void> {
  await writeLetters(
    transaction,
    'CHANGE',
    dead.map(({ change, reason }) => ({ subject: subjectOf(change), reason })),
    now,
  );
}

/** Sets an alert aside that cannot be loaded. */
export async function writeDeadAlert(database: Queryable, alertId: string, reason: string, now: Date): Promise<void> {
  await writeLetters(database, 'ALERT', [{ subject: { alertId }, reason }], now);
}

/** Forgets the letters of alerts that are loaded again. */
export async function forgetDeadAlerts(database: Queryable, alertIds: readonly string[]): Promise<void> {
  await database.query(FORGET_DEAD_ALERTS, [alertIds]);
}

/** How many letters wait for somebody. */
export async function countDeadLetters(database: Queryable): Promise<number> {
  const [row] = await database.query<{ count: number }>(COUNT_LETTERS);
  return row!.count;
}

async function writeLetters(
  database: Queryable,
  kind: DeadLetter['kind'],
  letters: readonly { subject: object; reason: string }[],
  now: Date,
): Promise<void> {
  await database.query(INSERT_LETTERS, [kind, JSON.stringify(letters), now]);
}

function subjectOf({
  listingId,
  propertyId,
  revisionId,
  previousPropertyId,
  siblingIds,
  siblingRevisions,
  offlineSiblingIds,
}: ConsumedChange): object {
  return {
    listingId,
    propertyId,
    revisionId,
    previousPropertyId,
    siblingIds,
    siblingRevisions,
    ...(offlineSiblingIds.length > 0 && { offlineSiblingIds }),
  };
}

async function queueAgain(transaction: Transaction, change: Partial<ConsumedChange>, now: Date): Promise<void> {
  const {
    listingId,
    propertyId,
    revisionId,
    previousPropertyId,
    siblingIds,
    siblingRevisions,
    offlineSiblingIds = null,
  } = change;
  await transaction.query(DELETE_CHANGE, [listingId, revisionId]);
  await transaction.query(QUEUE_CHANGE, [
    listingId,
    propertyId,
    revisionId,
    previousPropertyId,
    siblingIds,
    siblingRevisions,
    offlineSiblingIds,
    now,
  ]);
}
