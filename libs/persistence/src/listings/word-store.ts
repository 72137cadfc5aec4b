import { CUT } from '@gable/domain/words';
import type { Queryable } from '../database/database.js';
import { SELECT_WORDS } from './statements/words.js';

/** Listings that are looked at for the words that begin alike: what is left out is rarer than one in so many. */
const LISTINGS = 300;

/** The words that adverts use. */
export class WordStore {
  constructor(private readonly database: Queryable) {}

  /**
   * Words of online listings that begin so, the commonest first. `beginning` is folded (`wordsOf`). Looks at a few
   * hundred listings, however many there are.
   */
  async beginningWith(beginning: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ word: string }>(SELECT_WORDS, [
      `'${beginning}':*`,
      beginning,
      LISTINGS,
      limit,
      CUT,
    ]);
    return rows.map(({ word }) => word);
  }
}
