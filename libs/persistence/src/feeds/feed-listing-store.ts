import type { Database } from '../database/database.js';
import { SELECT_NAMED_LISTING } from './statements/listings.js';

/** What is known of a listing by the identity that feeds give it. */
export interface NamedListingHead {
  /** Null where there is no such source. */
  readonly sourceName: string | null;
  /** Null where the source has no such listing. */
  readonly id: string | null;
}

/** Listings by the identity that feeds give them. */
export class FeedListingStore {
  constructor(private readonly database: Database) {}

  async find(domain: string, externalId: string): Promise<NamedListingHead> {
    const [row] = await this.database.query<NamedListingHead>(SELECT_NAMED_LISTING, [domain, externalId]);
    return row ?? { sourceName: null, id: null };
  }
}
