import type { Listing } from '@gable/domain/listing';
import { ATTRIBUTE_NAMES, shownListing, WHOLE_LISTING, withoutAttribute } from '@gable/domain/testing';
import { MARKET_EVENT_CELLS } from './market-event-columns.js';
import type { MarketEventRow } from './rows.js';

/** Columns that no attribute of a listing fills. Answers carry the ids, of the source too; the rest is the event's. */
const OF_THE_EVENT = [
  ...['listingId', 'revisionId', 'propertyId', 'sourceId', 'eventType', 'eventAt'],
  ...['daysBetweenEvents', 'daysSinceFirstSeen'],
];

const OTHERS = ATTRIBUTE_NAMES.map((attribute) => withoutAttribute(WHOLE_LISTING, attribute));

const rowOf = (listing: Listing): MarketEventRow => ({
  type: 'CREATED',
  at: 0,
  daysBetween: null,
  daysSinceFirstSeen: 0,
  listingId: 'l-1',
  propertyId: 'p-1',
  sourceId: 's-1',
  revisionId: 1,
  listing,
});
const shown = (listing: Listing): string => JSON.stringify(shownListing(listing));

describe('what analytics group and measure can be read', () => {
  it.each(Object.entries(MARKET_EVENT_CELLS))(
    'two listings that %s tells apart are shown differently',
    (column, cell) => {
      const valueOf = (listing: Listing) => JSON.stringify(cell(rowOf(listing), new Date(0)));
      const apart = OTHERS.filter((other) => valueOf(other) !== valueOf(WHOLE_LISTING));
      expect(apart.length > 0).toBe(!OF_THE_EVENT.includes(column));
      expect(apart.filter((other) => shown(other) === shown(WHOLE_LISTING))).toEqual([]);
    },
  );
});
