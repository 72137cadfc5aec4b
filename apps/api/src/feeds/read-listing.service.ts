import { Injectable } from '@nestjs/common';
import type { ListingStateView } from '@gable/domain/property';
import { FeedListingStore } from '@gable/persistence/feeds';
import { ListingStore } from '@gable/persistence/records';
import { notFound } from '../http/problem.js';

/** What is stored of a provider's own listing. */
@Injectable()
export class ReadListingService {
  constructor(
    private readonly named: FeedListingStore,
    private readonly listings: ListingStore,
  ) {}

  /** @throws Problem not-found */
  async read(domain: string, externalId: string): Promise<ListingStateView> {
    if (externalId.includes('\0')) throw notFound(); // no text of the store has one
    const { id } = await this.named.find(domain, externalId);
    const listing = id === null ? null : await this.listings.find(id);
    if (listing === null) throw notFound();
    return listing;
  }
}
