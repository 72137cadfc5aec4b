import { DEFAULT_QUOTAS, type Quotas } from '@gable/domain';
import { In } from 'typeorm';
import { readCountedPage, type CountedPage } from '../accounts/counted-page.js';
import { giveRoomBack, takeRoom } from '../accounts/room.js';
import { PAGE_OF_FAVORITES } from '../accounts/statements/counted-pages.js';
import type { Database, Transaction } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { FavoritePropertyEntity } from './favorite-property.entity.js';
import {
  DELETE_FAVORITE,
  FOLLOW_MERGES,
  INSERT_FAVORITE,
  SELECT_SURVIVOR,
  SELECT_SURVIVOR_FOR_SHARE,
} from './statements/favorites.js';

/** A property an account keeps. */
export interface Favorite {
  id: string;
  propertyId: string;
  createdAt: Date;
}

/** What became of a property that other properties were merged into. */
export interface Merge {
  propertyId: string;
  survivorId: string;
}

/**
 * Favourites, each of one account. They follow a property that is merged into another (`followMerges`), and never stand
 * there twice.
 */
export class FavoriteStore {
  constructor(
    private readonly database: Database,
    private readonly quotas: Quotas = DEFAULT_QUOTAS,
  ) {}

  /**
   * Keeps a property; `isNew` is false where the account has it already. A merged property stands for its survivor.
   * Null when there is no such property. @throws QuotaExceeded
   */
  async add(
    accountId: string,
    propertyId: string,
    now: Date,
    transaction: Transaction,
  ): Promise<{ favorite: Favorite; isNew: boolean } | null> {
    const survivorId = await holdSurvivor(transaction, propertyId);
    if (survivorId === null) return null;
    const id = newId(now);
    const [favorite] = await transaction.query<Favorite>(INSERT_FAVORITE, [id, accountId, survivorId, now]);
    const isNew = favorite!.id === id;
    if (isNew) await takeRoom(transaction, accountId, 'favorites', this.quotas);
    return { favorite: favorite!, isNew };
  }

  /** Newest first. */
  async list(accountId: string, range: { offset: number; limit: number }): Promise<CountedPage<Favorite>> {
    return readCountedPage(this.database, PAGE_OF_FAVORITES, accountId, range, (ids) =>
      this.database.manager.find(FavoritePropertyEntity, {
        select: { id: true, propertyId: true, createdAt: true },
        where: { accountId, id: In(ids) },
        order: { id: 'DESC' },
      }),
    );
  }

  /** False when the account has no such favourite. */
  async remove(accountId: string, id: string): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const removed = await transaction.query(DELETE_FAVORITE, [accountId, id]);
      if (removed.length > 0) await giveRoomBack(transaction, accountId, 'favorites');
      return removed.length > 0;
    });
  }
}

/** Sees to it that nobody merges or erases what a property is now; null where there is none. */
async function holdSurvivor(transaction: Transaction, propertyId: string): Promise<string | null> {
  for (;;) {
    const [held] = await transaction.query<{ id: string }>(SELECT_SURVIVOR_FOR_SHARE, [propertyId]);
    if (held !== undefined) return held.id;
    if ((await transaction.query(SELECT_SURVIVOR, [propertyId])).length === 0) return null;
  }
}

/**
 * Moves favourites of merged properties to their survivors, in the transaction that merges; of an account's doubles the
 * oldest stays.
 */
export async function followMerges(transaction: Transaction, merges: readonly Merge[]): Promise<void> {
  if (merges.length === 0) return;
  await transaction.query(FOLLOW_MERGES, [
    merges.map(({ propertyId }) => propertyId),
    merges.map(({ survivorId }) => survivorId),
  ]);
}
