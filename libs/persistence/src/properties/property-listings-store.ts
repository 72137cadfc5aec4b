import type { Listing } from '@gable/domain/listing';
import type { Tie } from '@gable/domain/grouping';
import type { Queryable } from '../database/database.js';
import { DecisionStore, type GroupingDecision } from './decision-store.js';
import { SELECT_PROPERTY_LISTINGS } from './statements/properties.js';

/** A listing of a home, with what its grouping is explained by. */
export interface PropertyListing {
  id: string;
  sourceId: string;
  /** Name of the source. */
  dataProvider: string;
  online: boolean;
  /** Bits it had on average when grouping last placed it; null where it was the first, or was placed by hand. */
  placedScore: number | null;
  /** What was noted then; null as above, but for a hand's note. */
  placedReasons: string[] | null;
  listing: Listing;
}

/** Everything that explains why some listings are one home. */
export interface PropertyListings {
  /** All of them, online or not, oldest first. */
  listings: PropertyListing[];
  /** Manual decisions that name one of them, newest first, those taken back too. */
  decisions: GroupingDecision[];
  /** What standing decisions ask of two of them. */
  ties: Tie[];
}

/** How many decisions about one home are worth reading. */
const MOST_DECISIONS = 100;

/** Reads homes to explain them. */
export class PropertyListingsStore {
  constructor(private readonly database: Queryable) {}

  /** Null when no listing belongs to such a property: it does not exist, or it was merged. */
  async read(propertyId: string): Promise<PropertyListings | null> {
    const listings = await this.database.query<PropertyListing>(SELECT_PROPERTY_LISTINGS, [propertyId]);
    if (listings.length === 0) return null;
    const ids = listings.map(({ id }) => id);
    const decisions = new DecisionStore(this.database);
    return { listings, decisions: await decisions.list(ids, MOST_DECISIONS), ties: await decisions.tiesBetween(ids) };
  }
}
