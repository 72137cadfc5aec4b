import type { Database } from '../database/database.js';
import { NOTE_SORTED, SORT_IN_WORDS } from './statements/word-index.js';

/**
 * Says of which rows the index of words has all words. Rows wait for it in a list, and PostgreSQL sorts them in word by
 * word: who asks meanwhile for one word without another may find a row whose first word is there already and whose
 * second one is not. Only of rows that wait no longer the index can be asked what they lack.
 */
export class WordIndexStore {
  constructor(private readonly database: Pick<Database, 'query'>) {}

  /** Sorts in what waits; holds no transaction id meanwhile. Nothing where the index belongs to another role. */
  async sortIn(): Promise<void> {
    const [sorted] = await this.database.query<{ wholeBefore: string }>(SORT_IN_WORDS);
    if (sorted !== undefined) await this.database.query(NOTE_SORTED, [sorted.wholeBefore]);
  }
}
