import { continuePast, lastPriceCut, priceCut, tracePast, type KnownListing } from './past.js';
import type { Listing } from './listing.js';

const EUR = { currency: 'EUR', transactionType: 'SELL' } as const;

/** What the newest of some states knows, seen a second apart from each other; `null` is an offline state. */
function known(...states: (Listing | null)[]): KnownListing {
  let listing: Listing = {};
  const observed = states.map((state, place) => {
    if (state !== null) listing = state;
    return { observedAt: place * 1_000, online: state !== null, listing };
  });
  return { ...listing, past: tracePast(observed).at(-1)! };
}

const cuts = (listing: KnownListing) => ({ first: priceCut(listing), last: lastPriceCut(listing) });
const price = (amount: number, more: Listing = {}): Listing => ({ ...EUR, price: amount, ...more });

describe('cuts of a displayed price', () => {
  it.each<[string, (Listing | null)[], ReturnType<typeof cuts>]>([
    ['a first price', [price(200)], { first: { amount: 0, percent: 0 }, last: undefined }],
    ['a cut', [price(200), price(150)], { first: { amount: 50, percent: 25 }, last: { amount: 50, percent: 25 } }],
    ['a rise', [price(200), price(250)], { first: { amount: -50, percent: -25 }, last: { amount: -50, percent: -25 } }],
    [
      'two cuts',
      [price(200), price(150), price(120)],
      { first: { amount: 80, percent: 40 }, last: { amount: 30, percent: 20 } },
    ],
    [
      'a cut taken back',
      [price(200), price(150), price(200)],
      { first: { amount: 0, percent: 0 }, last: { amount: -50, percent: -33.333333333 } },
    ],
    [
      'a change of the text after a cut',
      [price(200), price(150), price(150, { title: 'New' })],
      { first: { amount: 50, percent: 25 }, last: { amount: 50, percent: 25 } },
    ],
    [
      'offline after a cut, and back',
      [price(200), price(150), null, price(150)],
      { first: { amount: 50, percent: 25 }, last: { amount: 50, percent: 25 } },
    ],
    [
      'a cut while it was offline',
      [price(200), null, price(150)],
      { first: { amount: 50, percent: 25 }, last: { amount: 50, percent: 25 } },
    ],
    [
      'another currency',
      [price(200), price(150), price(180, { currency: 'CHF' })],
      { first: { amount: 0, percent: 0 }, last: undefined },
    ],
    [
      'the first currency again',
      [price(200), price(180, { currency: 'CHF' }), price(150)],
      { first: { amount: 0, percent: 0 }, last: undefined },
    ],
    [
      'another kind of deal',
      [price(200_000), price(900, { transactionType: 'RENT' }), price(810, { transactionType: 'RENT' })],
      { first: { amount: 90, percent: 10 }, last: { amount: 90, percent: 10 } },
    ],
    [
      'a price that is no longer displayed',
      [price(200), price(150), { ...EUR }],
      { first: undefined, last: undefined },
    ],
    [
      'a price that was hidden for a while',
      [price(200), price(150), {}, price(150)],
      { first: { amount: 50, percent: 25 }, last: { amount: 50, percent: 25 } },
    ],
    ['no price at all', [{ ...EUR }, { ...EUR, title: 'New' }], { first: undefined, last: undefined }],
    ['from 0', [price(0), price(100)], { first: { amount: -100 }, last: { amount: -100 } }],
    ['to 0', [price(100), price(0)], { first: { amount: 100, percent: 100 }, last: { amount: 100, percent: 100 } }],
    [
      'of 29 percent',
      [price(100), price(71)],
      { first: { amount: 29, percent: 29 }, last: { amount: 29, percent: 29 } },
    ],
    [
      'in cents',
      [price(9_976), price(9_477.2)],
      { first: { amount: 498.8, percent: 5 }, last: { amount: 498.8, percent: 5 } },
    ],
    ['0 that never changed', [price(0)], { first: { amount: 0 }, last: undefined }],
  ])('%s', (_, states, expected) => {
    expect(cuts(known(...states))).toEqual(expected);
  });
});

describe('times of a listing', () => {
  it('is first seen with its first state and changes with each that says something else', () => {
    const { past } = known(price(200), price(200, { title: 'New' }));
    expect(past).toMatchObject({ firstSeenAt: 0, lastChangedAt: 1_000 });
  });

  it('changes when it goes offline and when it returns as it was', () => {
    expect(known(price(200), null).past).toMatchObject({ lastChangedAt: 1_000 });
    expect(known(price(200), null, price(200)).past).toMatchObject({ lastChangedAt: 2_000 });
  });

  it('does not change when it is only found to lie somewhere', () => {
    const placed = price(200, { location: { divisionIds: [1] } });
    expect(known(price(200), placed).past).toMatchObject({ firstSeenAt: 0, lastChangedAt: 0 });
  });
});

it('continues a past as all states together give it', () => {
  const first = continuePast(null, { observedAt: 5, listing: price(200) }, true);
  const second = continuePast(first, { observedAt: 9, listing: price(150) }, true);
  expect([first, second]).toEqual(
    tracePast([
      { observedAt: 5, online: true, listing: price(200) },
      { observedAt: 9, online: true, listing: price(150) },
    ]),
  );
  expect(second.prices).toEqual({ ...EUR, first: 200, last: 150, previous: 200 });
});

it('goes on from what is kept of the states before the first', () => {
  const all = [200, 150, 120].map((amount, place) => ({ observedAt: place, online: true, listing: price(amount) }));
  expect(tracePast(all.slice(1), tracePast(all)[1])).toEqual(tracePast(all).slice(1));
});
