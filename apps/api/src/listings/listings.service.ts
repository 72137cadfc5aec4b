import { Injectable } from '@nestjs/common';
import type { ListingStateView } from '@gable/domain/property';
import { ListingStore } from '@gable/persistence/records';
import { ANSWERS, trim } from '../fields/answer-fields.js';
import { choiceOf, type FieldsQuery } from '../fields/fields-query.js';
import { rangeOf, type Page } from '../http/collection.js';
import { notFound } from '../http/problem.js';
import type { RevisionsQuery } from './revisions-query.js';

type Trimmed = Partial<ListingStateView>;

/** Reads of listings, which are the same for every account. */
@Injectable()
export class ListingsService {
  constructor(private readonly listings: ListingStore) {}

  async read(id: string, query: FieldsQuery): Promise<Trimmed> {
    const choice = choiceOf(query, ANSWERS.listingState);
    return trim(found(await this.listings.find(id)), choice);
  }

  async revisions(id: string, query: RevisionsQuery): Promise<Page<Trimmed>> {
    const choice = choiceOf(query, ANSWERS.listingState);
    const { items, total } = found(await this.listings.revisions(id, rangeOf(query)));
    return { items: items.map((item) => trim(item, choice)), total };
  }

  async revision(id: string, revisionId: number, query: FieldsQuery): Promise<Trimmed> {
    const choice = choiceOf(query, ANSWERS.listingState);
    return trim(found(await this.listings.revision(id, revisionId)), choice);
  }
}

function found<T>(value: T | null): T {
  if (value === null) throw notFound();
  return value;
}
