import { criteriaNode } from '../criteria/criteria-node.js';
import type { Listing } from '../listing/listing.js';
import { type ListingRevision, noEvents, previewEvents, type PropertyHistory } from './preview-events.js';

const cheap = criteriaNode([{ kind: 'range', field: 'price', min: null, max: 100, allowNull: false }]);
const state = (listingId: string, price: number, online = true, more: Listing = {}): ListingRevision => ({
  listingId,
  online,
  listing: { price, ...more },
});
const counted = (changes: ListingRevision[], before: ListingRevision[] = []) => {
  const history: PropertyHistory = { propertyId: 'home', before, changes };
  return Object.fromEntries(Object.entries(previewEvents(cheap, [history])).filter(([, count]) => count > 0));
};

describe('what an alert would have recorded of a property', () => {
  it('nothing where nothing ever met the criteria', () =>
    expect(counted([state('a', 200), state('a', 150), state('b', 101)])).toEqual({}));
  it('a new match, once', () => expect(counted([state('a', 90)])).toEqual({ NEW_MATCH: 1 }));
  it('a second listing of the property as additional', () =>
    expect(counted([state('a', 90), state('b', 80)])).toEqual({ NEW_MATCH: 1, ADDITIONAL_LISTING: 1 }));
  it('a listing as additional also when the other met the criteria before the stretch', () =>
    expect(counted([state('b', 80)], [state('a', 90)])).toEqual({ ADDITIONAL_LISTING: 1 }));
  it('a listing as new when the other is offline and is not remembered', () =>
    expect(counted([state('b', 80)], [state('a', 90, false)])).toEqual({ NEW_MATCH: 1 }));
  it('a price that moves within the criteria, twice', () =>
    expect(counted([state('a', 80)], [state('a', 90)])).toEqual({ PRICE_CHANGED: 1, ANY_ATTRIBUTE_CHANGED: 1 }));
  it('going out and coming back', () =>
    expect(counted([state('a', 120), state('a', 95)], [state('a', 90)])).toEqual({
      OUT_OF_CRITERIA: 1,
      BACK_IN_CRITERIA: 1,
    }));
  it('expiry and return', () =>
    expect(counted([state('a', 90, false), state('a', 90)], [state('a', 90)])).toEqual({
      LISTING_EXPIRED: 1,
      LISTING_REACTIVATED: 1,
    }));
  it('a return as new when the alert knew nothing of it', () =>
    expect(counted([state('a', 90)], [state('a', 90, false)])).toEqual({ NEW_MATCH: 1 }));
  it('a listing as additional after the first one left, because the property matched', () => {
    expect(counted([state('a', 90, false), state('b', 80)], [state('a', 90)])).toEqual({
      LISTING_EXPIRED: 1,
      ADDITIONAL_LISTING: 1,
    });
  });
});

it('adds up properties, each with a memory of its own', () => {
  const homes = ['x', 'y', 'z'].map((propertyId) => ({
    propertyId,
    before: [],
    changes: [state(`${propertyId}1`, 50), state(`${propertyId}1`, 40)],
  }));
  expect(previewEvents(cheap, homes)).toEqual({
    ...noEvents(),
    NEW_MATCH: 3,
    PRICE_CHANGED: 3,
    ANY_ATTRIBUTE_CHANGED: 3,
  });
});
