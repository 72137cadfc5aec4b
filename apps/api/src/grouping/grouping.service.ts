import { Injectable } from '@nestjs/common';
import type { SentenceLanguage } from '@gable/domain/criteria';
import { PropertyListingsStore, PropertyStore } from '@gable/persistence/properties';
import { notFound } from '../http/problem.js';
import { groupingResponse, type GroupingResponse } from './grouping-response.js';

/** Explains the grouping of listings, which is the same for every account. */
@Injectable()
export class GroupingService {
  constructor(
    private readonly listings: PropertyListingsStore,
    private readonly properties: PropertyStore,
  ) {}

  /** Why the listings of a property are one property, or the uuid of the property it was merged into. */
  async read(uuid: string, language: SentenceLanguage): Promise<GroupingResponse | { mergedInto: string }> {
    const listings = await this.listings.read(uuid);
    if (listings !== null) return groupingResponse(uuid, listings, language);
    const survivor = await this.properties.survivorOf(uuid);
    if (survivor === null) throw notFound();
    return { mergedInto: survivor };
  }
}
