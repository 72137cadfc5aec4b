import { Injectable } from '@nestjs/common';
import { PropertyListingsStore, PropertyStore } from '@gable/persistence/properties';
import { notFound } from '../http/problem.js';
import { groupingAnswer, type GroupingAnswer } from './grouping-answer.js';

/** Explains the grouping of listings, which is the same for every account. */
@Injectable()
export class GroupingService {
  constructor(
    private readonly listings: PropertyListingsStore,
    private readonly properties: PropertyStore,
  ) {}

  /** Why the listings of a property are one property, or the uuid of the property it was merged into. */
  async read(uuid: string): Promise<GroupingAnswer | { mergedInto: string }> {
    const listings = await this.listings.read(uuid);
    if (listings !== null) return groupingAnswer(uuid, listings);
    const survivor = await this.properties.survivorOf(uuid);
    if (survivor === null) throw notFound();
    return { mergedInto: survivor };
  }
}
