import { createHash } from 'node:crypto';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import {
  KEEP_TILE_SEARCH,
  MAKE_ROOM_FOR_TILE_SEARCHES,
  SELECT_TILE_SEARCH,
  SWEEP_TILE_SEARCHES,
} from './statements/tile-searches.js';

/** How long a search is kept after it was last made, in milliseconds. */
export const TILE_SEARCH_MS = 3_600_000;
/** How many searches are kept of one account. */
export const MOST_TILE_SEARCHES = 1_000;

/** A search that vector tiles can be asked of until it expires. */
export interface KeptSearch {
  readonly id: string;
  readonly expiresAt: Date;
}

/** Searches that vector tiles are asked of. Each belongs to one account and does not exist for others. */
export class TileSearchStore {
  constructor(
    private readonly database: Database,
    private readonly mostSearches = MOST_TILE_SEARCHES,
  ) {}

  /** Keeps a search, by its JSON. One that is kept already keeps its id; the one that ends first makes room. */
  async keep(accountId: string, body: string, now: Date): Promise<KeptSearch> {
    const hash = createHash('sha256').update(body).digest();
    const expiresAt = new Date(now.getTime() + TILE_SEARCH_MS);
    const [kept] = await this.database.query<KeptSearch>(KEEP_TILE_SEARCH, [
      newId(now),
      accountId,
      hash,
      body,
      expiresAt,
    ]);
    await this.database.query(MAKE_ROOM_FOR_TILE_SEARCHES, [accountId, this.mostSearches]);
    return kept!;
  }

  /** The JSON of a search; null where the account has none of this id, or it is not kept any more. */
  async find(accountId: string, id: string, now: Date): Promise<string | null> {
    const [row] = await this.database.query<{ body: string }>(SELECT_TILE_SEARCH, [accountId, id, now]);
    return row?.body ?? null;
  }

  /** Removes up to `limit` searches that are not kept any more; answers how many went. */
  async sweep(now: Date, limit: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(SWEEP_TILE_SEARCHES, [now, limit]);
    return row!.count;
  }
}
