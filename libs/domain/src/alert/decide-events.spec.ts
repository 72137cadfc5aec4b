import { changeFacts, decideEvents, type AlertMemory, type ListingState } from './decide-events.js';
import type { Listing } from '../listing/listing.js';

const state = (listing: Listing, online = true): ListingState => ({ online, listing });
const NOTHING: AlertMemory = { listingMatched: false, propertyMatched: false, siblingMeets: false };
const flat: Listing = { price: 250_000, title: 'A flat' };

describe('an alert whose criteria a listing comes to meet', () => {
  const decide = (before: ListingState | null, memory: Partial<AlertMemory>) =>
    decideEvents(changeFacts(before, state(flat)), { before: false, after: true }, { ...NOTHING, ...memory });

  it('calls it new when neither it nor its property ever matched', () =>
    expect(decide(null, {})).toEqual(['NEW_MATCH']));
  it('calls it additional when the property matched once', () =>
    expect(decide(null, { propertyMatched: true })).toEqual(['ADDITIONAL_LISTING']));
  it('calls it additional when another listing of the property meets the criteria now', () =>
    expect(decide(null, { siblingMeets: true })).toEqual(['ADDITIONAL_LISTING']));
  it('calls it back when it was online and had matched', () =>
    expect(decide(state(flat), { listingMatched: true, propertyMatched: true })).toEqual(['BACK_IN_CRITERIA']));
  it('calls it reactivated when it was offline and had matched', () =>
    expect(decide(state(flat, false), { listingMatched: true })).toEqual(['LISTING_REACTIVATED']));
  it('calls it new when it comes online again and never matched', () =>
    expect(decide(state(flat, false), {})).toEqual(['NEW_MATCH']));
});

describe('an alert whose criteria a listing met before', () => {
  const decide = (before: Listing, after: ListingState, matchedAfter = true) =>
    decideEvents(
      changeFacts(state(before), after),
      { before: true, after: matchedAfter },
      { listingMatched: true, propertyMatched: true, siblingMeets: true },
    );

  it('records a changed price twice, as a price and as an attribute', () =>
    expect(decide(flat, state({ ...flat, price: 240_000 }))).toEqual(['PRICE_CHANGED', 'ANY_ATTRIBUTE_CHANGED']));
  it('records a price that disappears', () =>
    expect(decide(flat, state({ title: 'A flat' }))).toEqual(['PRICE_CHANGED', 'ANY_ATTRIBUTE_CHANGED']));
  it.each<[string, Listing]>([
    ['area', { ...flat, area: 50 }],
    ['title', { ...flat, title: 'Another' }],
    ['description', { ...flat, description: 'x' }],
    ['feature', { ...flat, features: { garden: true } }],
    ['rooms', { ...flat, rooms: 2 }],
    ['bedrooms', { ...flat, bedrooms: 1 }],
    ['location', { ...flat, location: { cityId: 1 } }],
    ['pictures', { ...flat, pictures: ['https://p.example/1'] }],
  ])('records a changed %s', (_, after) => expect(decide(flat, state(after))).toEqual(['ANY_ATTRIBUTE_CHANGED']));
  it.each<[string, Listing]>([
    ['floor', { ...flat, floor: 2 }],
    ['url', { ...flat, url: 'https://a.example' }],
    ['currency', { ...flat, currency: 'PLN' }],
    ['division found at ingest', { ...flat, location: { divisionIds: [1] } }],
  ])('records nothing of a changed %s', (_, after) => expect(decide(flat, state(after))).toEqual([]));
  it('records that it went out while online', () =>
    expect(decide(flat, state({ ...flat, price: 900_000 }), false)).toEqual(['OUT_OF_CRITERIA']));
  it('records that it expired', () =>
    expect(decide(flat, state({ ...flat, price: 900_000 }, false), false)).toEqual(['LISTING_EXPIRED']));
});

it('an alert that matched neither before nor after records nothing', () => {
  expect(
    decideEvents(changeFacts(state(flat), state({ ...flat, price: 1 })), { before: false, after: false }, NOTHING),
  ).toEqual([]);
});
