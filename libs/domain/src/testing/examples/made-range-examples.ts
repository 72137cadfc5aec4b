import type { KnownListing, ListingPast } from '../../listing/past.js';
import type { CriteriaExample } from './criteria-example.js';

/** A listing with prices behind it, the first and the last that differed. */
const priced = (price: number | undefined, first: number, previous?: number): KnownListing => {
  const prices = { first, last: price ?? first, ...(previous !== undefined && { previous }) };
  const past: ListingPast = { firstSeenAt: 0, lastChangedAt: 0, prices };
  return { ...(price !== undefined && { price }), past };
};
const seen = (firstSeenAt: string, lastChangedAt = firstSeenAt): KnownListing => ({
  past: { firstSeenAt: Date.parse(firstSeenAt), lastChangedAt: Date.parse(lastChangedAt) },
});

/** Ranges of what is worked out of several values, of instants, and of what earlier states tell. */
export const MADE_RANGE_EXAMPLES: readonly CriteriaExample[] = [
  {
    says: 'a price per square metre is the displayed price by the displayed area',
    criteria: { pricePerSquareMeter: { max: 4_000 } },
    meets: [
      { price: 200_000, area: 50 },
      { price: 200_000, area: 50, areas: { indoor: 10 } },
      { price: 0, area: 9 },
    ],
    misses: [{ price: 200_001, area: 50 }, { price: 200_000 }, { area: 50 }, { price: 1, area: 0 }, {}],
  },
  {
    says: 'without an area there is no price per square metre, which allowNull lets through',
    criteria: { pricePerSquareMeter: { min: 4_000, allowNull: true } },
    meets: [{ price: 200_000, area: 50 }, { price: 5 }, { price: 1, area: 0 }, {}],
    misses: [{ price: 199_999, area: 50 }],
  },
  {
    says: 'a quotient is compared to its last digit',
    criteria: { pricePerSquareMeter: { min: 3.3333333333333335 } },
    meets: [{ price: 10, area: 3 }],
    misses: [{ price: 3.333333333333333, area: 1 }],
  },
  {
    says: 'a listing without pictures has 0 of them',
    criteria: { pictures: { max: 1 } },
    meets: [{}, { pictures: [] }, { pictures: ['https://a.example/1'] }],
    misses: [{ pictures: ['https://a.example/1', 'https://a.example/2'] }],
  },
  {
    says: 'at least one picture',
    criteria: { pictures: { min: 1 } },
    meets: [{ pictures: ['https://a.example/1'] }],
    misses: [{}, { pictures: [] }],
  },
  {
    says: 'a bare date is a whole day in UTC, on either side',
    criteria: { publishedAt: { min: '2026-03-01', max: '2026-03-02' } },
    meets: [{ publishedAt: '2026-03-01T00:00:00.000Z' }, { publishedAt: '2026-03-02T23:59:59.999Z' }],
    misses: [{ publishedAt: '2026-02-28T23:59:59.999Z' }, { publishedAt: '2026-03-03T00:00:00.000Z' }, {}],
  },
  {
    says: 'an instant bounds to the millisecond, in whatever zone it is given',
    criteria: { publishedAt: { gte: '2026-03-01T10:00:00.001+01:00' } },
    meets: [{ publishedAt: '2026-03-01T09:00:00.001Z' }],
    misses: [{ publishedAt: '2026-03-01T09:00:00.000Z' }, {}],
  },
  {
    says: 'a listing that does not say when it was published passes with allowNull',
    criteria: { publishedAt: { max: '2026-03-01', allowNull: true } },
    meets: [{}, { publishedAt: '2026-03-01T23:59:59.999Z' }],
    misses: [{ publishedAt: '2026-03-02T00:00:00.000Z' }],
  },
  {
    says: 'first seen is when the first state was observed',
    criteria: { firstSeenAt: { min: '2026-03-01' } },
    meets: [seen('2026-03-01T00:00:00.000Z')],
    misses: [seen('2026-02-28T23:59:59.999Z', '2026-03-02T00:00:00.000Z'), {}],
  },
  {
    says: 'last changed is when the newest state that differed was observed',
    criteria: { lastChangedAt: { max: '2026-03-01' } },
    meets: [seen('2026-02-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z')],
    misses: [seen('2026-02-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'), {}],
  },
  {
    says: 'cheaper by 5 % than when it appeared',
    criteria: { priceCut: { percent: { min: 5 } } },
    meets: [priced(95, 100), priced(90, 100, 120)],
    misses: [priced(95.01, 100), priced(100, 100), priced(105, 100, 200), { price: 90 }, {}],
  },
  {
    says: 'a cut of exactly so many percent is one, whatever doubles make of decimal prices',
    criteria: { priceCut: { percent: { min: 29, max: 29 } } },
    meets: [priced(71_000, 100_000), priced(607.76, 856)],
    misses: [priced(607.77, 856), priced(607.75, 856)],
  },
  {
    says: 'and so is a cut by exactly an amount',
    criteria: { lastPriceCut: { amount: { min: 498.8, max: 498.8 } } },
    meets: [priced(9_477.2, 10_000, 9_976)],
    misses: [priced(9_477.21, 10_000, 9_976), priced(9_477.19, 10_000, 9_976)],
  },
  {
    says: 'a price that never changed was cut by 0, one that rose by less',
    criteria: { priceCut: { amount: { max: 0 } } },
    meets: [priced(100, 100), priced(101, 100, 100)],
    misses: [priced(99, 100, 100), { price: 1 }, {}],
  },
  {
    says: 'no percentage of a first price of 0, and no cut of a price that is not displayed',
    criteria: { priceCut: { percent: { min: -1e300 } } },
    meets: [priced(1, 100)],
    misses: [priced(1, 0, 0), priced(undefined, 100), {}],
  },
  {
    says: 'the last cut is against the price before, and absent of a price that never changed',
    criteria: { lastPriceCut: { amount: { min: 10 } } },
    meets: [priced(90, 80, 100)],
    misses: [priced(91, 200, 100), priced(100, 200), {}],
  },
  {
    says: 'a percentage and an amount of the last cut must both hold',
    criteria: { lastPriceCut: { percent: { min: 10, allowNull: true }, amount: { max: 50, allowNull: true } } },
    meets: [priced(90, 90, 100), priced(100, 100), {}],
    misses: [priced(91, 91, 100), priced(400, 400, 500)],
  },
];
