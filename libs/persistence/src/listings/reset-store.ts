import type { Database, Transaction } from '../database/database.js';
import { BatchStore } from './batch-store.js';
import { RESET_LAST_SEEN, RESET_LISTINGS, RESET_SNAPSHOT, SELECT_AHEAD, SELECT_ONE_AHEAD } from './statements/reset.js';

/** Listings looked at in one step. */
const PORTION = 5_000;

/** Lets listings that a state from the future has frozen take their next state, and a source its next snapshot. */
export class ResetStore {
  constructor(private readonly database: Database) {}

  /**
   * Ids of the listings of a source that claim to be seen later than the database's clock, in portions; with an
   * external id of that listing alone. Reads without a lock.
   */
  async *findAhead(sourceId: string, externalId?: string): AsyncGenerator<string[]> {
    if (externalId !== undefined) {
      const rows = await this.database.query<{ id: string }>(SELECT_ONE_AHEAD, [sourceId, externalId]);
      if (rows.length > 0) yield rows.map(({ id }) => id);
      return;
    }
    for (let after: string | null = ''; after !== null;) {
      const [row]: { last: string | null; ids: string[] | null }[] = await this.database.query(SELECT_AHEAD, [
        sourceId,
        after,
        PORTION,
      ]);
      if (row!.ids !== null) yield row!.ids;
      after = row!.last;
    }
  }

  /**
   * Puts these listings back to their newest state that is not from the future, between two batches of a running
   * ingest. `within` runs in the same transaction with how many they were.
   */
  async reset(
    ids: readonly string[],
    within: (transaction: Transaction, count: number) => Promise<void>,
  ): Promise<number> {
    return this.database.transaction(async (transaction) => {
      await new BatchStore(transaction).begin();
      const { length } = await transaction.query(RESET_LISTINGS, [ids]);
      await within(transaction, length);
      return length;
    });
  }

  /**
   * Puts what a source was last seen at back to what its listings say, where a state from the future has moved it.
   * Between two batches: what the one under way has seen would be lost.
   */
  async resetLastSeen(sourceId: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await new BatchStore(transaction).begin();
      await transaction.query(RESET_LAST_SEEN, [sourceId]);
    });
  }

  /**
   * Lets the next snapshot of a source take listings offline again, where one from the future keeps it from that.
   * False where none does.
   */
  async resetSnapshot(sourceId: string): Promise<boolean> {
    return (await this.database.query(RESET_SNAPSHOT, [sourceId])).length > 0;
  }
}
