import { changeFacts, decideEvents, notifiedEvents } from '@gable/domain/alert';

import { SeededRandom, generateCases, criteriaNode } from '@gable/domain/testing';
import type { Listing } from '@gable/domain/listing';
import type { CommittedChange } from './committed-change.js';
import { expectEventsOf, expectNotifiedEvents } from './expect-events-of.js';
import { someConfig } from './mixed-alerts.js';

const NOTHING = { listing: false, property: false };
const cheap = criteriaNode([{ kind: 'range', field: 'price', min: null, max: 100, allowNull: false }]);

function change(
  before: Listing | 'new',
  after: Listing | 'gone',
  more: Partial<CommittedChange> = {},
): CommittedChange {
  return {
    at: 1,
    listingId: 'l',
    propertyId: 'p',
    revisionId: 2,
    propertyListingIds: [],
    siblings: [],
    before: before === 'new' ? null : { online: true, listing: before },
    after: after === 'gone' ? { online: false, listing: before as Listing } : { online: true, listing: after },
    ...more,
  };
}

describe('the oracle', () => {
  it.each<[string, CommittedChange, typeof NOTHING, string[]]>([
    ['a listing that comes to be met', change('new', { price: 90 }), NOTHING, ['NEW_MATCH']],
    [
      'a second listing of a property that matched once',
      change('new', { price: 90 }),
      { listing: false, property: true },
      ['ADDITIONAL_LISTING'],
    ],
    [
      'a second listing of a property whose other listing meets it now',
      change('new', { price: 90 }, { siblings: [{ price: 80 }] }),
      NOTHING,
      ['ADDITIONAL_LISTING'],
    ],
    [
      'a second listing of a property whose other listing does not',
      change('new', { price: 90 }, { siblings: [{ price: 180 }] }),
      NOTHING,
      ['NEW_MATCH'],
    ],
    [
      'a listing that had matched and comes back',
      change({ price: 110 }, { price: 90 }),
      { listing: true, property: true },
      ['BACK_IN_CRITERIA'],
    ],
    [
      'one that was offline and comes back',
      change({ price: 90 }, { price: 90 }, { before: { online: false, listing: { price: 90 } } }),
      { listing: true, property: true },
      ['LISTING_REACTIVATED'],
    ],
    [
      'a price that falls within the criteria',
      change({ price: 95 }, { price: 90 }),
      NOTHING,
      ['PRICE_CHANGED', 'ANY_ATTRIBUTE_CHANGED'],
    ],
    ['a listing that goes out', change({ price: 90 }, { price: 110 }), NOTHING, ['OUT_OF_CRITERIA']],
    ['one that goes offline', change({ price: 90 }, 'gone'), NOTHING, ['LISTING_EXPIRED']],
    ['one that was out already and goes offline', change({ price: 190 }, 'gone'), NOTHING, []],
    ['other words', change({ price: 90 }, { price: 90, title: 'New' }), NOTHING, ['ANY_ATTRIBUTE_CHANGED']],
    ['another floor', change({ price: 90 }, { price: 90, floor: 2 }), NOTHING, []],
    [
      'a place found at ingest',
      change({ price: 90 }, { price: 90, location: { divisionIds: [1], countryId: 1 } }),
      NOTHING,
      [],
    ],
  ])('of %s', (_, what, remembered, expected) => expect(expectEventsOf(cheap, what, remembered)).toEqual(expected));

  it('and the code it checks, written apart, say the same of 8,000 generated changes', () => {
    const random = new SeededRandom(3);
    const cases = generateCases(3, 8_000);
    const spread = new Map<string, number>();
    cases.forEach(({ criteria, listing }, place) => {
      const other = random.chance(0.6)
        ? {
            ...listing,
            ...random.pick<Listing>([
              { price: 2 },
              { rooms: 1 },
              { title: 'x' },
              { features: { garden: true } },
              { price: undefined },
              { location: { ...listing.location, cityName: 'y' } },
            ]),
          }
        : cases[(place + 1) % cases.length]!.listing;
      const committed = change(listing, other, {
        before: random.chance(0.2) ? null : { online: random.chance(0.7), listing },
        after: { online: random.chance(0.8), listing: other },
        siblings: random.chance(0.3) ? [random.pick(cases).listing] : [],
      });
      const remembered = { listing: random.chance(0.4), property: random.chance(0.4) };
      const events = expectEventsOf(criteria, committed, remembered);
      const meets = (state: { online: boolean; listing: Listing } | null) =>
        state !== null && state.online && expectEventsOf(criteria, change('new', state.listing), NOTHING).length > 0;
      const decided = decideEvents(
        changeFacts(committed.before, committed.after),
        { before: meets(committed.before), after: meets(committed.after) },
        {
          listingMatched: committed.before !== null && remembered.listing,
          propertyMatched: remembered.property,
          siblingMeets: committed.siblings.some((sibling) => meets({ online: true, listing: sibling })),
        },
      );
      if (committed.before === null && remembered.listing) return; // a new listing cannot have matched
      expect({ place, events: [...events].sort() }).toEqual({ place, events: [...decided].sort() });
      const config = someConfig(random);
      const move = { old: committed.before?.listing.price ?? null, new: committed.after.listing.price ?? null };
      expect([...expectNotifiedEvents(config, events, committed)].sort()).toEqual(
        [...notifiedEvents(config, decided, move)].sort(),
      );
      for (const type of events) spread.set(type, (spread.get(type) ?? 0) + 1);
    });
    expect(spread.size).toBe(8);
    for (const count of spread.values()) expect(count).toBeGreaterThan(10);
  });
});
