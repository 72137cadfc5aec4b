import { Injectable } from '@nestjs/common';
import { FavoriteStore } from '@gable/persistence/properties';
import type { Caller } from '../access/caller.js';
import type { Page, PageRange } from '../http/collection.js';
import { Idempotency, type RepeatableAnswer } from '../http/idempotency.js';
import { notFound } from '../http/problem.js';
import type { CreateFavoriteRequest } from './create-favorite-request.js';
import { favoriteResponse, type FavoriteResponse } from './favorite-response.js';

/** The favourites of the caller's account. */
@Injectable()
export class FavoritePropertiesService {
  constructor(
    private readonly favorites: FavoriteStore,
    private readonly idempotency: Idempotency,
  ) {}

  keep({ accountId }: Caller, request: CreateFavoriteRequest, key: string | null): Promise<RepeatableAnswer> {
    return this.idempotency.answer(
      { accountId, route: 'POST /favorite-properties', key, body: request },
      () => Promise.resolve(request.propertyId),
      async (propertyId, transaction, now) => {
        const kept = await this.favorites.add(accountId, propertyId, now, transaction);
        if (!kept) throw notFound();
        return {
          status: kept.isNew ? 201 : 200,
          location: null,
          body: JSON.stringify(favoriteResponse(kept.favorite)),
        };
      },
    );
  }

  async list({ accountId }: Caller, range: PageRange): Promise<Page<FavoriteResponse>> {
    const { items, total } = await this.favorites.list(accountId, range);
    return { items: items.map(favoriteResponse), total };
  }

  async remove({ accountId }: Caller, id: string): Promise<void> {
    if (!(await this.favorites.remove(accountId, id))) throw notFound();
  }
}
